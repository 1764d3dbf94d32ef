import { expect, test } from 'vitest'
import { mapVendorSiem } from '../vendor-siem.ts'

const alert = (id: number) => ({
  ...{ id: `uam-${id}`, name: `Malware ${id}`, severity: 'CRITICAL', status: 'NEW' },
  ...{ analystVerdict: 'UNDEFINED', detectedAt: '2026-02-01T10:00:00Z', detectionSource: { product: 'EDR' } },
})
const dotted = {
  ...{ 'rule.description': 'Login', 'rule.level': 5, 'rule.id': '5710', 'agent.id': '001' },
  ...{ id: '1769940000.7', timestamp: '2026-02-01T10:00:00.000+0000', 'manager.name': 'm' },
}
const text = (value: unknown) => JSON.stringify(value)
const syslog = '<134>1 2026-02-01T10:00:00Z host app 1 - - '

const sd = (elements: string) => `<134>1 2026-02-01T10:00:00Z host app 1 - ${elements} `

const titles = (body: object) => {
  const read = mapVendorSiem(body)
  return read.kind === 'alerts' ? read.alerts.map(({ incident }) => incident.title).sort() : read.kind
}

test.each([
  ['an object', '{"name":"Other"}'],
  ['a list', '[{"name":"Other"}]'],
  ['the base64 of an object', Buffer.from('{"name":"Other"}').toString('base64')],
])('JSON of an unknown alert beside the JSON of a known one refuses the body: %s', (_, other) => {
  expect(titles({ lines: [text(alert(1)), other] })).toBe('unrecognised')
})

test('a word beside the JSON of a known alert is no alert', () => {
  expect(titles({ lines: ['topic-1', text(alert(1))] })).toEqual(['Malware 1'])
})

test.each([
  ['in a member', { foo: dotted, bar: alert(1) }],
  ['in a document', { foo: { _index: 'i', _id: '1', _source: dotted }, bar: alert(1) }],
])('an alert whose objects are written as keys with dots is not lost beside another: %s', (_, body) => {
  expect(titles(body)).toEqual(['Login', 'Malware 1'])
})

const events = text({
  message: 'CEF:0|A|B|1|7|Scan|5|src=192.0.2.9\nCEF:0|A|B|1|8|Beacon|8|src=192.0.2.9',
})

test.each([
  ['under a usual name', { message: `${syslog}${events}` }, 2],
  ['under another name', { foo: `${syslog}${events}` }, 2],
  ['behind structured data', { message: `${sd('[a@1 b="c \\"]" d="e"][f@1]')}${events}` }, 2],
  ['behind structured data and a mark', { message: `${sd('[a@1 b="c"]')}\ufeff${events}` }, 2],
  ['on several lines', { message: `${syslog}${events}\n${syslog}${text(alert(1))}` }, 3],
])('entries of devices in JSON behind a header are not lost: %s', (_, body, expected) => {
  expect(titles(body)).toHaveLength(expected)
})

const cef = 'CEF:0|A|B|1|7|Scan|5|src=192.0.2.9'
const pretty = JSON.stringify(alert(1), null, 2)

test.each([
  ['JSON after an event', `${cef}\n${text(alert(1))}`, 2],
  ['JSON before an event', `${text(alert(1))}\n${cef}`, 2],
  ['JSON between events', `${cef}\r\n${text(alert(1))}\r\n${cef}1\r\n`, 3],
  ['JSON of several lines', `${cef}\n${pretty}\n${cef}1`, 3],
  ['behind a header', `${syslog}${cef}\n${syslog}${text(alert(1))}`, 2],
  ['behind structured data', `${syslog}${cef}\n${sd('[a@1 b="c"]')}${text(alert(1))}`, 2],
  ['after other text', `Two alerts:\n\n${text(alert(1))}\n${cef}`, 2],
  ['JSON that is no alert', `${cef} msg=Body:\n{"user":"ada"}\n${cef}1`, 2],
  ['a bracket that is not closed', `${cef} msg=Body:\n{"user":\n${cef}1`, 2],
  ['after one', `${cef} msg=Body:\n{"user":\n${text(alert(1))}`, 2],
  ['after many', `${cef}\n${'{"user":\n'.repeat(100)}${text(alert(1))}`, 2],
  ['on one line', `${cef}\n${text(alert(1))} ${text(alert(2))}\n${cef}1`, 4],
  ['before a comma', `${cef}\n${text(alert(1))},\n${text(alert(2))},`, 3],
  ['in a list', `${cef}\n${text([alert(1), alert(2)])}`, 3],
  ['in a list of several lines', `${cef}\n${JSON.stringify([alert(1), alert(2)], null, 2)}\n${cef}1`, 4],
  ['in an envelope', `${cef}\n${text({ data: alert(1) })}\n${text({ alerts: [alert(2)] })}`, 3],
])('of JSON and entries on lines of one text none is lost: %s', (_, message, expected) => {
  expect(titles({ message })).toHaveLength(expected)
})
