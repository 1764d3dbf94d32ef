import { expect, test } from 'vitest'
import { mapVendorSiem } from '../vendor-siem.ts'

const alert = (id: number) => ({
  ...{ id: `uam-${id}`, name: `Malware ${id}`, severity: 'CRITICAL', status: 'NEW' },
  ...{ analystVerdict: 'UNDEFINED', detectedAt: '2026-02-01T10:00:00Z', detectionSource: { product: 'EDR' } },
})

const falco = {
  ...{ rule: 'Shell', priority: 'Warning', time: '2026-02-01T10:00:00Z', output: 'Shell in a container' },
  output_fields: { 'proc.name': 'sh' },
}

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

const issue = {
  ...{ id: '10001', key: 'SEC-1', self: 'https://example.org/rest/api/2/issue/10001' },
  fields: {
    ...{ summary: 'Look into it', created: '2026-02-01T10:05:00.000+0000', issuetype: { name: 'Bug' } },
    ...{ priority: { name: 'High' }, status: { name: 'To Do' }, project: { key: 'SEC' } },
  },
}

test.each([
  ['in an object', { data: [issue], other: alert(2) }],
  ['deeper', { data: { alerts: [issue] }, more: { pages: [{ rows: [alert(2)] }] } }],
  ['in EventBridge', { 'detail-type': 'Issue', detail: { items: [issue], alerts: { one: alert(2) } } }],
])('a known alert beside a list of issues is not lost: %s', (_, body) => {
  expect(titles(body)).toContain('Malware 2')
})

test('a known alert beside a list of alerts of an unknown product is not lost', () => {
  const body = { events: [{ headline: 'Strange', level: 'high' }], extra: alert(2) }
  const read = mapVendorSiem(body, { generalReading: true })
  const found = read.kind === 'alerts' ? read.alerts.map(({ incident }) => incident.title) : read
  expect(found).toEqual(['Strange', 'Malware 2'])
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

const series = many(40_000, (n) => ({ n }))

test.each([
  ['before the rest', { alerts: [alert(1)], userAlerts: [alert(2)], series }],
  ['after the rest', { alerts: [alert(1)], series, userAlerts: [alert(2)] }],
  ['deeper', { alerts: [alert(1)], series, more: { pages: [{ rows: [JSON.stringify(alert(2))] }] } }],
  [
    'in another envelope',
    [
      { alerts: [alert(1)], series },
      { alerts: [], userAlerts: [alert(2)] },
    ],
  ],
])('an alert is not lost behind very many objects beside a list: %s', (_, body) => {
  expect(titles(body)).toEqual(['Malware 1', 'Malware 2'])
})

test('an alert of another product is not lost behind very many objects beside a list', () => {
  expect(titles({ alerts: [alert(1)], series, falco: [falco] })).toEqual(['Malware 1', 'Shell'])
})

test('an alert beside a list is not lost at the deepest place of a body', () => {
  const deep = Array.from({ length: 60 }).reduce<unknown>((inside) => [inside], alert(2))
  expect(titles({ alerts: [alert(1)], deep })).toEqual(['Malware 1', 'Malware 2'])
})

test.each([
  ['a case that names its id', { ...falco, rule: 'Case', output_fields: { alerts: ['uam-20000001'] } }],
  ['the same alert in the form of another product', { ...falco, rule: 'Malware 20000001' }],
  ['the same alert with another severity', { ...alert(20000001), severity: 'LOW' }],
])('what stands beside a list of known alerts adds none: %s', (_, beside) => {
  expect(titles({ alerts: [alert(20000001)], beside })).toEqual(['Malware 20000001'])
})

test('copies without the scope of many alerts add none', () => {
  const offense = (id: number) => ({
    ...{ id, description: `Offense ${id}`, offense_type: 0, offense_source: '203.0.113.7' },
    ...{ magnitude: 5, credibility: 4, start_time: 1769940000000, status: 'OPEN' },
  })
  const alerts = many(450, (n) => ({ ...offense(n + 1), domain_id: 2 }))
  expect(titles({ alerts, enriched: many(450, (n) => offense(n + 1)) })).toHaveLength(450)
})

test('an open case is not lost beside a list of its alerts that have all ended', () => {
  const ended = { ...alert(20000001), status: 'RESOLVED', analystVerdict: 'FALSE_POSITIVE_BENIGN' }
  const beside = { ...falco, rule: 'Case', output_fields: { alerts: ['uam-20000001'] } }
  expect(titles({ alerts: [ended], beside })).toEqual(['Malware 20000001', 'Case'])
})

test('known alerts in further tables of an answer are not lost, and other rows there add none', () => {
  const table = (...rows: object[]) => ({
    columns: Object.keys(rows[0]!).map((name) => ({ name })),
    rows: rows.map((row) => Object.values(row)),
  })
  const tables = [table(alert(1)), table(alert(2), alert(3)), table({ Key: 'Visualization', Value: 'none' })]
  expect(titles({ tables })).toEqual(['Malware 1', 'Malware 2', 'Malware 3'])
})
