import { expect, test } from 'vitest'
import { mapVendorSiem } from '../../vendor-siem.ts'

const ALERT = {
  '@timestamp': '2026-02-01T10:00:00Z',
  ecs: { version: '8.11.0' },
  event: { kind: 'alert', dataset: 'vendor.ips' },
  message: 'Exploit blocked',
}

function read(fields: object) {
  const outcome = mapVendorSiem({ ...ALERT, ...fields })
  if (outcome.kind !== 'alerts') throw new Error(JSON.stringify(outcome))
  return outcome.alerts[0]!
}

test.each<[fields: object, severity: string, state: string]>([
  [{ log: { level: 'information' } }, 'low', 'open'],
  [{ vendor: { ips: { severity: 'Informational' } } }, 'low', 'informational'],
  [{ vendor: { ips: { severity: 4 } } }, 'unknown', 'open'],
  [{ vendor: { severity: 'High', ips: { severity: 'Low' } } }, 'low', 'open'],
  [
    { event: { kind: 'alert', dataset: 'vendor.alerts' }, vendor: { alert: { severity: 'High' } } },
    'high',
    'open',
  ],
  [{ vendor: { ips: { status: 'normal' } } }, 'unknown', 'open'],
  [{ vendor: { ips: { status: 'resolved' } } }, 'unknown', 'resolved'],
  [{ event: { ...ALERT.event, severity: 99 } }, 'critical', 'open'],
  [{ event: { ...ALERT.event, severity: 9 } }, 'unknown', 'open'],
])('the ECS alert %j has severity %s and is %s', (fields, severity, state) => {
  const alert = read(fields)
  expect([alert.incident.severity, alert.state]).toEqual([severity, state])
})

test('an ECS dataset named like a member of every object is an ordinary key', () => {
  for (const dataset of ['__proto__.constructor', 'toString', '...', 'vendor.__proto__'])
    expect(read({ event: { kind: 'alert', dataset } }).incident.title).toBe('Exploit blocked')
})

test('a known product’s alert within an ECS event is read by its own table', () => {
  const wiz = {
    id: 'w',
    sourceRule: { name: 'Open bucket' },
    entitySnapshot: { name: 'b' },
    severity: 'HIGH',
  }
  expect(read({ event: { ...ALERT.event, original: JSON.stringify(wiz) } }).product).toBe('wiz')
})

test('an ECS body with too much to search for known alerts is refused, not partly read', () => {
  const parts = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`part${n}`, { n }]))
  const events = (count: number) => Array.from({ length: count }, (_, n) => ({ ...ALERT, ...parts, n }))
  expect(mapVendorSiem(events(700)).kind).toBe('alerts')
  expect(mapVendorSiem(events(900))).toMatchObject({
    kind: 'unrecognised',
    message: expect.stringContaining('let the sender split it'),
  })
})
