import { deflateSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseJson } from '../../../kernel/json/parse-json.ts'
import { parseBody } from './body.ts'

const parse = (text: string) => parseBody(Buffer.from(text))
const why = (bytes: Uint8Array | string, encoding?: string) => {
  const parsed = parseBody(Buffer.from(bytes), encoding)
  return parsed.ok ? 'ok' : parsed.why
}

test('a webhook body may be any JSON value, with white space around it', () => {
  for (const text of ['null', '"s"', '[]', '{}', '0', ' {"a":1}\r\n']) {
    expect(parse(text)).toEqual({ ok: true, value: JSON.parse(text) })
  }
})

test('a parsed webhook body equals JSON.parse’s value, for every JSON document', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), (text) => {
      const parsed = parse(text)
      expect(parsed.ok && parseJson(JSON.stringify(parsed.value, exact))).toEqual(parseJson(text))
    }),
  )
})

test('an empty, blank or invalid JSON body is refused', () => {
  expect(why('')).toBe('empty')
  for (const text of [
    ' ',
    '\n',
    '{',
    '{"a":1,}',
    "{'a':1}",
    'NaN',
    '01',
    '"\u0001"',
    '{}{}',
    'undefined',
    '[1',
    '"',
  ]) {
    expect(why(text)).toBe('not_json')
  }
})

test('a form is refused as one, and broken JSON is not taken for a form', () => {
  for (const text of ['sensorid=1&status=Down', 'payload=%7B%22a%22%3A1%7D', 'a[0]=b\r\n'])
    expect(why(text)).toBe('form')
  for (const text of ['a = b', '{"a=b"', 'title=<x>', '=a&b', 'a b=c', 'key: a=b'])
    expect(why(text)).toBe('not_json')
})

test('invalid UTF-8, UTF-16 and byte-order marks in a body are refused', () => {
  for (const bytes of [
    [0x22, 0xff, 0x22],
    [0x22, 0xc0, 0x80, 0x22],
    [0x22, 0xed, 0xa0, 0x80, 0x22],
    [0xff, 0xfe, 0x7b, 0],
  ]) {
    expect(why(Uint8Array.from(bytes))).toBe('not_utf8')
  }
  expect(why('\uFEFF{"title":"x"}')).toBe('byte_order_mark')
})

test.each([
  ['names of one object', `{"title":"x",${Array.from({ length: 10_001 }, (_, n) => `"k${n}":1`)}}`],
  ['empty objects', `{"alerts":[${Array(100_001).fill('{}')}]}`],
  ['numbers beside a long one', `[9007199254740993,${Array(100_001).fill('0')}]`],
])('a body with too many values is refused before it is parsed: %s', (_, text) => {
  expect(why(text)).toBe('too_many_parts')
})

test('a body with a thousand alerts of twenty fields and long lists of numbers is accepted', () => {
  const labels = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`label_${n}`, `value ${n}`]))
  const alerts = Array.from({ length: 1000 }, () => ({ labels, status: 'firing' }))
  expect(parse(JSON.stringify({ alerts, points: Array(50_000).fill(1) }))).toMatchObject({ ok: true })
})

test('a compressed body is refused by its header or its bytes, and never inflated', () => {
  const gzip = gzipSync(Buffer.from('{"title":"x"}'))
  for (const encoding of ['gzip', 'br', 'deflate', 'identity, gzip', 'x'])
    expect(why(gzip, encoding)).toBe('compressed')
  expect(why('{"title":"x"}', 'gzip')).toBe('compressed')
  expect(why(gzip)).toBe('compressed')
  for (const level of [1, 6, 9])
    expect(why(deflateSync(Buffer.from('{"title":"x"}'), { level }))).toBe('compressed')
  for (const encoding of ['identity', 'Identity', '']) expect(why('{}', encoding)).toBe('ok')
})

test('a body of 64 levels is accepted, one of 65 refused, and 100,000 levels do not overflow the stack', () => {
  const arrays = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  expect(why(arrays(64))).toBe('ok')
  expect(why(arrays(65))).toBe('too_deep')
  expect(why(arrays(100_000))).toBe('too_deep')
  expect(why('['.repeat(1_000_000))).toBe('too_deep')
  expect(why('{"a":'.repeat(100_000))).toBe('too_deep')
  expect(why(`{"a":${arrays(63)},"b":${arrays(63)}}`)).toBe('ok')
})

test('brackets in strings do not count as nesting', () => {
  const open = '['.repeat(200)
  expect(parse(JSON.stringify([`\\"${open}`, '\\', open]))).toEqual({
    ok: true,
    value: [`\\"${open}`, '\\', open],
  })
})

test('the last of duplicate keys counts', () => {
  expect(parse('{"title":"a","title":"b"}')).toEqual({ ok: true, value: { title: 'b' } })
})

test('integers beyond 2^53 stay exact, and doubles and out-of-range numbers are accepted', () => {
  expect(parse('{"id":9007199254740993,"n":-12345678901234567890}')).toEqual({
    ok: true,
    value: { id: 9007199254740993n, n: -12345678901234567890n },
  })
  expect(parse('[9007199254740991,1e400,-0,0.1234567890123456789]')).toEqual({
    ok: true,
    value: [9007199254740991, Number.POSITIVE_INFINITY, -0, 0.12345678901234568],
  })
  expect(why(`[${'9'.repeat(500_000)}]`)).toBe('ok')
})

test('__proto__ in a body is an ordinary key and changes no prototype', () => {
  for (const text of ['{"__proto__":{"title":"x"}}', '{"id":9007199254740993,"__proto__":{"title":"x"}}']) {
    const parsed = parse(text)
    expect(parsed.ok && (parsed.value as { title?: string }).title).toBeUndefined()
    expect(Object.hasOwn((parsed as { value: object }).value, '__proto__')).toBe(true)
  }
  expect(({} as { title?: string }).title).toBeUndefined()
})

function exact(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value
}

test('an escaped name is read correctly, also beside exact numbers', () => {
  for (let n = 0; n < 3; n++) {
    JSON.parse('{"":1,"\\\\":0}')
    expect(parse('{"":1,"\\n":2}')).toEqual({ ok: true, value: { '': 1, '\n': 2 } })
    expect(parse('{"":12345678901234567890,"\\n":[1e30,-2]}')).toEqual({
      ok: true,
      value: { '': 12345678901234567890n, '\n': [1e30, -2] },
    })
  }
})
