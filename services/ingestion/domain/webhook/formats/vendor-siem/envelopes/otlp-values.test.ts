import { describe, expect, test } from 'vitest'
import { mapVendorSiem } from '../../vendor-siem.ts'
import { otlpContents } from './otlp-values.ts'

const text = (stringValue: string) => ({ stringValue })
const list = (...values: readonly unknown[]) => ({ kvlistValue: { values } })
const attack = (threat: string) =>
  list(
    { key: 'accountName', value: text('Example') },
    { key: 'threatName', value: text(threat) },
    { key: 'endpointName', value: text('WEB') },
    { key: 'startDateTime', value: text('2026-01-20T18:53:00Z') },
    { key: 'requestsCount', value: { intValue: '123' } },
  )
const exported = (...bodies: readonly unknown[]) => ({
  resourceLogs: [
    { resource: {}, scopeLogs: [{ logRecords: bodies.map((body) => ({ timeUnixNano: '1', body })) }] },
  ],
})

describe('the structured body of an OTLP log record', () => {
  test.each([
    ['an object', exported(attack('A')), ['A on WEB']],
    ['objects of several records', exported(attack('A'), attack('B')), ['A on WEB', 'B on WEB']],
    ['a list', exported({ arrayValue: { values: [attack('A'), attack('B')] } }), ['A on WEB', 'B on WEB']],
    ['an object in another', exported(list({ key: 'alert', value: attack('A') })), ['A on WEB']],
    ['names of the proto', { body: namesOfProto(attack('A')) }, ['A on WEB']],
  ])('is read as the alert that it contains: %s', (_, body, titles) => {
    const read = mapVendorSiem(body)
    expect(read.kind === 'alerts' && read.alerts.map(({ incident }) => incident.title)).toEqual(titles)
  })

  test('may have every kind of value', () => {
    const values = [
      { key: 'text', value: text('') },
      { key: 'number', value: { intValue: '-7' } },
      { key: 'large', value: { intValue: '9223372036854775807' } },
      { key: 'fraction', value: { doubleValue: 0.5 } },
      { key: 'truth', value: { boolValue: false } },
      { key: 'bytes', value: { bytesValue: 'AA==' } },
      { key: 'nothing', value: {} },
      { key: 'list', value: { arrayValue: { values: [text('a'), { arrayValue: {} }] } } },
      { key: '__proto__', value: list() },
    ]
    const [object] = otlpContents(list(...values))!
    expect(JSON.stringify(object)).toBe(
      '{"text":"","number":-7,"large":"9223372036854775807","fraction":0.5,"truth":false,"bytes":"AA==","nothing":null,"list":["a",[]],"__proto__":{}}',
    )
  })

  test.each([
    ['a key that stands twice', list({ key: 'a', value: text('1') }, { key: 'a', value: text('2') })],
    ['a value of two kinds', list({ key: 'a', value: { stringValue: '1', intValue: '1' } })],
    ['an invalid value', list({ key: 'a', value: 'text' })],
    ['a key that is not text', list({ key: 1, value: text('1') })],
    ['an invalid list', { arrayValue: { values: 'text' } }],
    ['an empty list', { arrayValue: {} }],
    ['another field beside it', { ...attack('A'), title: 'Other' }],
    ['a text', text('{}')],
  ])('is not read with %s', (_, value) => {
    expect(otlpContents(value)).toBeNull()
  })
})

function namesOfProto(value: object): unknown {
  return JSON.parse(JSON.stringify(value).replace(/([a-z]+)Value"/g, '$1_value"'))
}
