import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitAlerts } from './split.ts'

async function split(input: string | Buffer, chunk = 1 << 20, limit?: number): Promise<string[]> {
  const bytes = Buffer.from(input)
  async function* chunks() {
    for (let from = 0; from < bytes.length; from += chunk) yield bytes.subarray(from, from + chunk)
  }
  const out: string[] = []
  for await (const { body, fault } of splitAlerts(chunks(), limit))
    out.push((fault ? `${fault}: ` : '') + body)
  return out
}

describe('splitAlerts', () => {
  test.each([
    ['one a line', '{"a":1}\n{"b":2}\n', ['{"a":1}', '{"b":2}']],
    ['CRLF, blank lines, no newline at the end', '{"a":1}\r\n\r\n{"b":2}', ['{"a":1}', '{"b":2}']],
    ['pretty-printed', '{\n  "a": [\n    1\n  ]\n}\n', ['{\n  "a": [\n    1\n  ]\n}']],
    ['unindented', '[\n{\n"a":\n{\n}\n},\n{\n}\n]\n', ['[\n{\n"a":\n{\n}\n},\n{\n}\n]']],
    ['one after the other', '{"a":1}{"b":2} [3]', ['{"a":1}', '{"b":2}', '[3]']],
    ['brackets and quotes in strings', '{"a":"}]\\"{\\\\"}\n{"b":1}', ['{"a":"}]\\"{\\\\"}', '{"b":1}']],
    ['a byte-order mark at the start', '\uFEFF{"a":1}', ['{"a":1}']],
    ['nothing', ' \n\r\n\t', []],
  ])('%s', async (_name, input, expected) => {
    for (const chunk of [1, 2, 3, 7, 1 << 20]) expect(await split(input, chunk)).toEqual(expected)
  })

  test('never changes bytes: spacing, key order, number spelling, odd characters', async () => {
    const alert = '{ "b" : 1.0,\t"a":1e2, "ü":"\\u0000😀" }'
    expect(await split(`${alert}\n`)).toEqual([alert])
    const odd = Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])
    for await (const { body } of splitAlerts(
      (async function* () {
        yield odd
      })(),
    ))
      expect(body).toEqual(odd)
  })

  test('gives any sequence of alerts whole and in order, however laid out and chunked', async () => {
    const alert = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ maxDepth: 3 }))
    const laidOut = fc.tuple(alert, fc.constantFrom(0, 1, 2), fc.constantFrom('\n', '\r\n', '\n\n', ' '))
    await fc.assert(
      fc.asyncProperty(fc.array(laidOut), fc.integer({ min: 1, max: 50 }), async (items, chunk) => {
        const texts = items.map(([value, indent]) => JSON.stringify(value, null, indent))
        expect(await split(texts.map((text, i) => text + items[i]![2]).join(''), chunk)).toEqual(texts)
      }),
    )
  })
})

describe('splitAlerts with damaged input', () => {
  test.each([
    ['a line cut inside a string', '{"a":"x\n{"b":2}\n{"c":3}', ['not_json: {"a":"x', '{"b":2}', '{"c":3}']],
    ['a line cut after a value', '{"a":1\n{"b":2}\n', ['not_json: {"a":1', '{"b":2}']],
    ['a line cut after a colon', '{"a":\n{"b":2}\n{"c":3}\n', ['not_json: {"a":', '{"b":2}', '{"c":3}']],
    ['text that is not JSON', 'hello\nworld\n{"b":2}\n', ['not_json: hello\nworld', '{"b":2}']],
    ['a cut end', '{"a":1}\n{"b":', ['{"a":1}', 'not_json: {"b":']],
  ])('reports %s, and keeps every other alert', async (_name, input, expected) => {
    for (const chunk of [1, 3, 1 << 20]) expect(await split(input, chunk)).toEqual(expected)
  })

  test('gives the alert after a truncated line at once, not at the end of the stream', async () => {
    const events: string[] = []
    async function* input() {
      for (const text of ['{"a":1\n', '{"b":2}\n', '{"c":"x\n', '{"d":4}\n', '{"e":5}\n']) {
        events.push('read')
        yield Buffer.from(text)
      }
    }
    for await (const { body, fault } of splitAlerts(input())) events.push(`${fault ?? 'alert'} ${body}`)
    expect(events).toEqual([
      'read',
      ...['read', 'not_json {"a":1', 'alert {"b":2}'],
      ...['read', 'not_json {"c":"x'],
      ...['read', 'alert {"d":4}'],
      ...['read', 'alert {"e":5}'],
    ])
  })

  test('reports an alert over the limit in bounded memory, and continues', async () => {
    const long = `{"a":"${'x'.repeat(300_000)}"}`
    const out = await split(`{"z":0}\n${long}\n{"b":2}\n`, 1000, 100_000)
    expect(out.map((text) => text.slice(0, 20))).toEqual(['{"z":0}', `too_large: {"a":"xxx`, '{"b":2}'])
    expect(out[1]).toHaveLength('too_large: '.length + 100_000)
  })

  test('does not hold back more than the limit after an unclosed bracket', async () => {
    const lines = Array.from({ length: 5000 }, (_, i) => `{"n":${i},"pad":"${'p'.repeat(50)}"}`)
    const out = await split(`{"cut":\n${lines.join('\n')}\n`, 4096, 10_000)
    expect(out.filter((text) => text.startsWith('{"n"'))).toEqual(lines)
  })
})
