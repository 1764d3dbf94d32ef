import { expect, test } from 'vitest'
import { mapVendorSiem } from '../vendor-siem.ts'

const alert = (id: number, more: object = {}) => ({
  ...{ id: `uam-${id}`, name: `Malware ${id}`, severity: 'CRITICAL', status: 'NEW' },
  ...{ analystVerdict: 'UNDEFINED', detectedAt: '2026-02-01T10:00:00Z', detectionSource: { product: 'EDR' } },
  ...more,
})

const offense = (id: number, more: object = {}) => ({
  ...{ id, description: `Offense ${id}`, offense_type: 0, offense_source: '203.0.113.7' },
  ...{ magnitude: 5, credibility: 4, start_time: 1769940000000, status: 'OPEN', ...more },
})

const falco = (rule: string, more: object = {}) => ({
  ...{ rule, priority: 'Warning', time: '2026-02-01T10:00:00Z', output: `${rule} in a container` },
  ...{ output_fields: { 'proc.name': 'sh' }, ...more },
})

const titles = (body: object) => {
  const read = mapVendorSiem(body)
  return read.kind === 'alerts' ? read.alerts.map(({ incident }) => incident.title).sort() : read
}

test.each([
  ['in two usual members', { event: alert(1), result: alert(2) }],
  ['in a usual member and another', { alert: alert(1), extra: alert(2) }],
  ['in a carrier', { detail: alert(1), record: alert(2) }],
  ['under a name of priority', { event: alert(1), priorityAlerts: [alert(2)] }],
  ['as texts', { message: JSON.stringify(alert(1)), log: JSON.stringify(alert(2)) }],
  ['deeper', { body: { event: alert(1), context: { rows: [alert(2)] } } }],
  ['in each envelope of a list', [{ event: alert(1) }, { event: alert(2), host: { name: 'a' } }]],
])('another alert of the same kind beside an alert is not lost: %s', (_, body) => {
  expect(titles(body)).toEqual(['Malware 1', 'Malware 2'])
})

test.each([
  ['a copy', { event: alert(1), result: alert(1) }],
  ['a changed copy', { event: alert(1), result: alert(1, { severity: 'HIGH', note: 'enriched' }) }],
  ['the same alert as text', { event: alert(1), result: alert(1), original: JSON.stringify(alert(1)) }],
  ['the state before a change', { event: alert(1), previous: alert(2) }],
  ['related alerts, deeper', { event: alert(1), context: { relatedAlerts: [alert(2)], parent: alert(3) } }],
  ['its history', { event: alert(1), more: { alert_history: [alert(2)], previousAlerts: [alert(3)] } }],
  ['correlated alerts', { event: alert(1), associated: [alert(2)], correlatedAlerts: [alert(3)] }],
  ['a related alert', { event: alert(1), relatedAlerts: [alert(2)], similar: { hits: [alert(3)] } }],
])('what stands beside an alert adds none: %s', (_, body) => {
  expect(titles(body)).toEqual(['Malware 1'])
})

test('a copy whose id lacks the scope is no other alert', () => {
  expect(titles({ event: offense(7, { domain_id: 2 }), result: offense(7) })).toEqual(['Offense 7'])
  expect(titles({ event: offense(7), result: offense(8) })).toEqual(['Offense 7', 'Offense 8'])
})

test.each([
  ['another rule', falco('Root')],
  ['another time', falco('Shell', { time: '2026-02-01T11:00:00Z' })],
  ['another value', falco('Shell', { output_fields: { 'proc.name': 'bash' } })],
])('another alert without an id of its own is not lost beside an alert: %s', (_, other) => {
  expect(titles({ event: falco('Shell'), result: other })).toHaveLength(2)
})

test('an alert of another product is not lost beside an alert', () => {
  expect(titles({ event: alert(1), result: falco('Shell') })).toEqual(['Malware 1', 'Shell'])
})

test.each([
  ['more values', falco('Shell', { hostname: 'node-1' })],
  ['an event that is information by itself', { ...offense(7), status: 'CLOSED' }],
  ['the same alert in the form of another product', offense(7, { description: 'Shell' })],
])('what stands beside an alert without an id adds none: %s', (_, beside) => {
  expect(titles({ event: falco('Shell'), beside })).toEqual(['Shell'])
})

test.each([
  ['evidence', { incident: offense(7), evidence: [falco('Shell')] }],
  ['raw events', { incident: offense(7), rawEvents: [falco('Shell'), falco('Root')] }],
  ['a raw text', { alert: alert(1), raw: JSON.stringify(falco('Shell')) }],
  ['its original event, deeper', { alert: alert(1), context: { original_event: falco('Shell') } }],
  ['sample events', { data: alert(1), sampleEvents: [falco('Shell')] }],
  ['underlying events', { data: alert(1), underlyingEvents: [falco('Shell')] }],
  ['entities', { alert: alert(1), entities: [falco('Shell')] }],
])('what an alert was made of adds none: %s', (_, body) => {
  expect(titles(body)).toHaveLength(1)
})

test.each([
  ['of the product that was found', { event: alert(1), original: alert(2) }, ['Malware 1', 'Malware 2']],
  [
    'of another product, that stands elsewhere, too',
    { event: alert(1), raw: falco('Shell'), more: falco('Shell') },
    ['Malware 1', 'Shell'],
  ],
])('an alert under a name of material is not lost: %s', (_, body, expected) => {
  expect(titles(body)).toEqual(expected)
})

test('the same alert in another product, which took it over later, adds none; another hour is another alert', () => {
  const later = (time: string) => titles({ event: alert(1), ticket: falco('Malware 1', { time }) })
  expect(later('2026-02-01T10:00:30Z')).toEqual(['Malware 1'])
  expect(later('2026-02-01T11:00:01Z')).toEqual(['Malware 1', 'Malware 1'])
})

test('texts that begin otherwise than JSON do not fill the body beside an alert', () => {
  const logs = Array.from({ length: 12_000 }, (_, n) => `INFO payload={"a":${n}}`)
  expect(titles({ event: alert(1), logs })).toEqual(['Malware 1'])
  expect(titles({ alerts: [alert(1)], logs })).toEqual(['Malware 1'])
})

const objects = (length: number) => Array.from({ length }, (_, n) => ({ n }))

test('another alert is not lost behind very many objects beside an alert', () => {
  const body = { event: alert(1), series: objects(40_000), more: alert(2) }
  expect(titles(body)).toEqual(['Malware 1', 'Malware 2'])
})

test('an alert of another product is not lost behind very many related alerts, which are not taken', () => {
  const relatedAlerts = Array.from({ length: 6000 }, (_, n) => alert(n + 10))
  expect(titles({ event: alert(1), relatedAlerts, more: falco('Shell') })).toEqual(['Malware 1', 'Shell'])
})

test('what a shipper puts beside each of many alerts does not fill the body', () => {
  const context = () => Object.fromEntries(Array.from({ length: 24 }, (_, n) => [`context${n}`, { name: n }]))
  const body = Array.from({ length: 700 }, (_, n) => ({ message: JSON.stringify(alert(n)), ...context() }))
  expect(titles(body)).toHaveLength(700)
})

test.each([
  ['the alert', { event: falco('Shell'), other: offense(7, { payload: falco('Shell') }) }, ['Shell']],
  [
    'it as text',
    { event: falco('Shell'), other: offense(7, { raw: JSON.stringify(falco('Shell')) }) },
    ['Shell'],
  ],
  ['the other one', { event: offense(7, { payload: falco('Shell') }), other: falco('Shell') }, ['Offense 7']],
  [
    'another one',
    { event: falco('Shell'), other: offense(7, { payload: falco('Root') }) },
    ['Offense 7', 'Shell'],
  ],
])('an alert that holds an alert without an id is the same one, beside it: %s', (_, body, expected) => {
  expect(titles(body)).toEqual(expected)
})
