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
  ['beside a list of the same object', { data: { alerts: [alert(1)], userAlerts: [alert(2)] } }],
  ['in an object around the list', { result: { data: { incidentItems: [alert(1)], more: [alert(2)] } } }],
])('a known alert beside a list of known alerts is not lost: %s', (_, body) => {
  expect(titles(body)).toEqual(['Malware 1', 'Malware 2'])
})

test.each([
  ['the state before a change', { alerts: [alert(1)], previous: [alert(2)] }],
  ['the same alerts', { data: { alerts: [alert(1)] }, count: 1, alert: alert(1) }],
  ['the lines of a log', { alerts: [alert(1)], logs: ['CEF:0|a|b|c|1|Bad thing|5|src=1'] }],
  [
    'objects that are no alerts',
    { alerts: [alert(1)], users: [{ id: 1, name: 'bob' }], page: { next: null } },
  ],
])('what stands beside a list of known alerts adds none: %s', (_, body) => {
  expect(titles(body)).toEqual(['Malware 1'])
})

const many = (length: number, at: (n: number) => unknown) => Array.from({ length }, (_, n) => at(n))

test.each([
  ['numbers', many(20_000, (n) => n)],
  ['points', many(20_000, (n) => [n, 0.5])],
  ['texts', many(20_000, (n) => `host-${n}`)],
  ['texts of JSON', many(9000, (n) => JSON.stringify({ n }))],
  ['objects', many(20_000, (n) => ({ n }))],
])('a body is not refused because very many %s stand beside its alerts', (_, series) => {
  expect(titles({ alerts: [alert(1)], series })).toEqual(['Malware 1'])
})

const series = many(20_000, (n) => ({ n }))

test.each([
  ['before the rest', { alerts: [alert(1)], userAlerts: [alert(2)], series }],
  ['after the rest', { alerts: [alert(1)], series, userAlerts: [alert(2)] }],
  ['deeper', { alerts: [alert(1)], series, more: { pages: [{ rows: [JSON.stringify(alert(2))] }] } }],
  [
    'in another envelope',
    [
      { alerts: [alert(1)], series },
      { alerts: [alert(2)], userAlerts: [alert(3)] },
    ],
  ],
])('if alerts stand beside a list, and more than is searched, the body is refused: %s', (_, body) => {
  expect(titles(body)).toMatchObject({
    kind: 'unrecognised',
    message: expect.stringContaining('more than is looked through'),
  })
})

test.each([
  ['copies', { alerts: [alert(1)], included: [alert(1)], series }, ['Malware 1']],
  ['copies after the rest', { alerts: [alert(1)], series, included: [alert(1)] }, ['Malware 1']],
  [
    'more than is searched in each envelope',
    [
      { alerts: [alert(1)], series },
      { alerts: [alert(2)], series, users: [{ id: 1, name: 'bob' }] },
    ],
    ['Malware 1', 'Malware 2'],
  ],
])('a body is not refused because of more than is searched and %s', (_, body, expected) => {
  expect(titles(body)).toEqual(expected)
})
