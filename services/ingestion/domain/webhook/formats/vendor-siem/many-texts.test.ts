import { expect, test, vi } from 'vitest'
import { mapVendorSiem } from '../vendor-siem.ts'

test.each([
  ['almost JSON', 1, (n: number) => `{"a":${n}`],
  ['JSON behind a header, and a line of something else', 2, (n: number) => `x: {"a":${n}}\ny`],
])('of very many texts only a part is parsed, without stacks: %s', (_, times, text) => {
  const native = JSON.parse
  const stacks = new Set<number>()
  const parse = vi.spyOn(JSON, 'parse').mockImplementation((...given) => {
    stacks.add(Error.stackTraceLimit)
    return native(...given)
  })
  try {
    const texts = Array.from({ length: 20_000 }, (_, n) => text(n))
    expect(mapVendorSiem({ a: texts })).toMatchObject({ kind: 'unrecognised' })
    expect(parse.mock.calls.length).toBeLessThan(times * 13_000)
    expect(stacks).toEqual(new Set([0]))
  } finally {
    parse.mockRestore()
  }
})

test('texts in alerts that are too short for an alert are not parsed to compare the alerts', () => {
  const event = { rule: 'Shell', priority: 'Warning', time: '2026-02-01T10:00:00Z', output: 'Shell' }
  const other = { ...event, rule: 'Beacon', output_fields: {} }
  const texts = Array.from({ length: 20_000 }, (_, n) => `{"a":${n}}`)
  const parse = vi.spyOn(JSON, 'parse')
  try {
    const body = { event: { ...event, output_fields: { texts } }, other }
    expect(mapVendorSiem(body)).toMatchObject({ alerts: { length: 2 } })
    expect(parse.mock.calls.length).toBeLessThan(10_000)
  } finally {
    parse.mockRestore()
  }
})

test('a search that was not completed ends no alert', () => {
  const held = { context: { original: { alert: { title: 'Unknown device', severity: 'high' } } } }
  const bodyOf = (count: number) => {
    const lines = Array.from({ length: count }, () => '{"a":1')
    return {
      event: 'check.resolved',
      message: 'sync finished',
      state: 'completed',
      output: { lines },
      ...held,
    }
  }
  expect(mapVendorSiem(bodyOf(12_500), { generalReading: true })).toMatchObject({ kind: 'unrecognised' })
  expect(mapVendorSiem(bodyOf(1), { generalReading: true })).toMatchObject({
    kind: 'alerts',
    alerts: [{ state: 'resolved' }],
  })
})

test('lines of a log with brackets do not use up the search', () => {
  const lines = Array.from({ length: 12_500 }, () => '[i] ok at foo[3] {a}')
  const body = { event: 'check.failed', message: 'nightly sync failed', state: 'failed', lines }
  expect(mapVendorSiem(body, { generalReading: true })).toMatchObject({
    kind: 'alerts',
    alerts: [{ state: 'open' }],
  })
})
