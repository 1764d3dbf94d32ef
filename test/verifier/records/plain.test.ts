import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson, type JsonValue } from '../../../services/kernel/json/canonical-json.ts'
import { parseJson } from '../../../services/kernel/json/parse-json.ts'
import { isObject, utf8, canonicalJson as verifiersOwn } from '../../../verifier/src/json/json.mjs'
import { PlainReader } from '../../../verifier/src/json/plain.mjs'

const organization = '01950000-0000-7000-8000-000000000001'
const reader = new PlainReader(Buffer.from(organization))
const isPlain = (text: string) => {
  const bytes = Buffer.from(`\0${text}\n`)
  return reader.read(bytes, 1, bytes.length - 1)
}
/** The value of a canonical text, by the definition. */
const parseCanonical = (text: string) => {
  try {
    const value = parseJson(text) as JsonValue
    return canonicalJson(value) === text ? value : undefined
  } catch {
    return undefined
  }
}
const around = (json: string) => `{"id":"x","organization_id":"${organization}","z":${json}}`

test('whatever the plain reader accepts is the canonical text of a record of the organization', () => {
  const bits = fc.constantFrom(
    ...[
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '"a"',
      '"b":',
      '"a":',
      '0',
      '1',
      '-',
      '-0',
      '01',
      '1.0',
      '0.1',
      '1e5',
      '-Infinity',
      'Infinity',
      'NaN',
    ],
    ...[
      '1e+21',
      '1e-7',
      'true',
      'false',
      'null',
      'nul',
      ' ',
      '\\',
      '\u007f',
      'é',
      '9007199254740993',
      '"__proto__":1',
    ],
  )
  fc.assert(
    fc.property(fc.array(bits, { maxLength: 8 }), (some) => {
      const text = around(some.join(''))
      if (isPlain(text)) expect(parseCanonical(text)).toBeDefined()
    }),
    { numRuns: 20_000 },
  )
})

/** Characters at the borders of what has an order, a length or an escape of its own. */
const borders = fc.constantFrom(
  ...[
    'a',
    '"',
    '\\',
    '/',
    '\u0000',
    '\u0007',
    '\b',
    '\t',
    '\n',
    '\v',
    '\f',
    '\r',
    '\u000e',
    '\u001f',
    ' ',
    '\u007f',
  ],
  ...[
    '\u0080',
    'é',
    '\u07ff',
    '\u0800',
    '\u2028',
    '\ud7ff',
    '\ue000',
    '\ufffd',
    '\uffff',
    '\u{10000}',
    '\u{10ffff}',
  ],
)
const texts = fc.oneof(
  fc.string({ unit: borders, maxLength: 4 }),
  fc.string({ unit: 'binary', maxLength: 4 }),
)
const { values } = fc.letrec<{ values: JsonValue }>((tie) => ({
  values: fc.oneof(
    { maxDepth: 4 },
    texts,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(true, false, null),
    fc.array(tie('values'), { maxLength: 4 }),
    fc.dictionary(texts, tie('values'), { maxKeys: 6 }),
  ) as fc.Arbitrary<JsonValue>,
}))

test('the plain reader accepts each canonical record, and refuses it once a byte is changed', () => {
  fc.assert(
    fc.property(values, fc.nat(), fc.nat(255), (value, place, byte) => {
      const text = around(canonicalJson(value))
      expect(verifiersOwn(parseJson(text))).toBe(text)
      expect(isPlain(text)).toBe(true)
      const bytes = Buffer.from(`\0${text}\n`)
      bytes[1 + (place % (bytes.length - 2))] = byte
      const changed = utf8(bytes.subarray(1, -1))
      const parsed = changed === undefined ? undefined : parseCanonical(changed)
      const { id, organization_id: owner } = isObject(parsed) ? parsed : {}
      const isRecord = typeof id === 'string' && owner === organization
      if (reader.read(bytes, 1, bytes.length - 1)) expect(isRecord).toBe(true)
      // An id with an escape is left to the parser.
      else if (isRecord && !/["\\]/.test(String(id))) expect.fail(`not plain: ${changed}`)
    }),
    { numRuns: 5000 },
  )
})

test('the plain reader accepts two keys only in the order of UTF-16 code units', () => {
  fc.assert(
    fc.property(texts, texts, (one, other) => {
      const text = around(`{${JSON.stringify(one)}:0,${JSON.stringify(other)}:"\\n"}`)
      expect(isPlain(text)).toBe(one < other)
    }),
    { numRuns: 5000 },
  )
})

test('the plain reader accepts at most 1,000 levels of nesting', () => {
  for (const [open, close] of [
    ['[', ']'],
    ['{"é":[', ']}'],
  ] as const) {
    const levels = open.length === 1 ? 1 : 2
    for (const depth of [60, 70, 998, 1000, 1002, 5000]) {
      const times = depth / levels
      const text = around(`${open.repeat(times)}${close.repeat(times)}`)
      expect(isPlain(text)).toBe(depth <= 1000)
    }
  }
})

test.each(['-Infinity', '-NaN', 'Infinity', '-', '--1', '-.5', '-1e1000'])(
  'the plain reader refuses a record with %s, which is no JSON number',
  (text) => {
    expect(isPlain(around(text))).toBe(false)
    expect(parseCanonical(around(text))).toBeUndefined()
  },
)

test('the plain reader takes id and version from the outermost object only', () => {
  const text = `{"a":{"id":"in","version":9},"id":"x-1","organization_id":"${organization}","version":7}`
  expect(isPlain(text)).toBe(true)
  expect(`\0${text}`.slice(reader.idStart, reader.idEnd)).toBe('x-1')
  expect(reader.version).toBe(7)
  expect(isPlain(around('1'))).toBe(true)
  expect(reader.version).toBe(0)
})

test.each([
  ['of another organization', '{"id":"x","organization_id":"y"}'],
  ['whose organization stands within', `{"id":"x","z":{"organization_id":"${organization}"}}`],
  ['without an id', `{"organization_id":"${organization}"}`],
  ['whose id is a number', `{"id":1,"organization_id":"${organization}"}`],
  ['with a key twice', `{"id":"x","id":"x","organization_id":"${organization}"}`],
  ['with more behind', `${around('1')}{}`],
  ['whose id has an escape', `{"id":"\\n","organization_id":"${organization}"}`],
  ['nested deep', around(`${'['.repeat(5000)}${']'.repeat(5000)}`)],
])('the plain reader refuses a record %s', (_, text) => {
  expect(isPlain(text)).toBe(false)
})

test('the plain reader accepts in a string only ASCII characters that need no escape, at any position', () => {
  for (let length = 1; length <= 9; length++)
    for (let place = 0; place < length; place++)
      for (let byte = 0; byte < 256; byte++) {
        const bytes = Buffer.from(`\0${around(`"${'a'.repeat(length)}"`)}\n`)
        bytes[bytes.length - 3 - length + place] = byte
        const stands = byte >= 0x20 && byte <= 0x7f && byte !== 0x22 && byte !== 0x5c
        const found = reader.read(bytes, 1, bytes.length - 1)
        if (found !== stands) expect.fail(`${byte} at ${place} of ${length}: ${found}`)
      }
})
