import { expect, test } from 'vitest'
import { mapVendorSiem } from '../vendor-siem.ts'

const alert = (id: number) => ({
  ...{ id: `uam-${id}`, name: `Malware ${id}`, severity: 'CRITICAL', status: 'NEW' },
  ...{ analystVerdict: 'UNDEFINED', detectedAt: '2026-02-01T10:00:00Z', detectionSource: { product: 'EDR' } },
})

const titles = (body: object) => {
  const read = mapVendorSiem(body)
  return read.kind === 'alerts' ? read.alerts.map(({ incident }) => incident.title) : read
}

test.each([
  ['in a list of another name', { alerts: [alert(1)], userAlerts: [alert(2)] }],
  ['in an object', { alerts: [alert(1)], alert: alert(2) }],
  ['deeper', { alerts: [alert(1)], more: { pages: [{ rows: [alert(2)] }] } }],
  ['as text', { alerts: [alert(1)], more: JSON.stringify(alert(2)) }],
  ['beside a repetition', { alerts: [alert(1)], included: [alert(1), alert(2)] }],
])('a known alert beside a list of known alerts is not lost: %s', (_, body) => {
  expect(titles(body)).toEqual(['Malware 1', 'Malware 2'])
})

test.each([
  ['the state before a change', { alerts: [alert(1)], previous: [alert(2)] }],
  ['the same alerts', { data: { alerts: [alert(1)] }, count: 1, alert: alert(1) }],
  [
    'objects that are no alerts',
    { alerts: [alert(1)], users: [{ id: 1, name: 'bob' }], page: { next: null } },
  ],
])('what stands beside a list of known alerts adds none: %s', (_, body) => {
  expect(titles(body)).toEqual(['Malware 1'])
})
