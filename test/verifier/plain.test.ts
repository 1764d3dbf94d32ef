import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson, type JsonValue } from '../../services/kernel/canonical-json.ts'
import { parseCanonical, canonicalJson as verifiersOwn } from '../../verifier/src/json.mjs'
import { PlainReader } from '../../verifier/src/plain.mjs'

const organization = '01950000-0000-7000-8000-000000000001'
const reader = new PlainReader(Buffer.from(organization))
const isPlain = (text: string) => {
  const bytes = Buffer.from(`\0${text}\n`)
  return reader.read(bytes, 1, bytes.length - 1)
}
const around = (json: string) => `{"id":"x","organization_id":"${organization}","z":${json}}`

test('whatever is taken for plain is the canonical text of a record of the organization', () => {
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

test('a record of ASCII is plain, and no longer when a byte of it is changed so that it is another text', () => {
  const json = fc.jsonValue({ noUnicodeString: true, maxDepth: 4 } as never) as fc.Arbitrary<JsonValue>
  fc.assert(
    fc.property(json, fc.nat(), fc.nat(127), (value, place, byte) => {
      const text = around(canonicalJson(value))
      expect(verifiersOwn(JSON.parse(text))).toBe(text)
      if (!/\\|[^\x20-\x7f]/.test(text)) expect(isPlain(text)).toBe(true)
      const bytes = Buffer.from(text)
      bytes[place % bytes.length] = byte
      const changed = bytes.toString('latin1')
      if (isPlain(changed))
        expect(parseCanonical(changed)).toMatchObject({
          id: expect.anything(),
          organization_id: organization,
        })
    }),
    { numRuns: 3000 },
  )
})

test.each(['-Infinity', '-NaN', 'Infinity', '-', '--1', '-.5', '-1e1000'])(
  'a record with %s is not taken for plain: that is no number of JSON',
  (text) => {
    expect(isPlain(around(text))).toBe(false)
    expect(parseCanonical(around(text))).toBeUndefined()
  },
)

test('the id and the version of a plain record are found, of the outermost object only', () => {
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
  ['nested deep', around(`${'['.repeat(5000)}${']'.repeat(5000)}`)],
])('a record %s is not taken for plain', (_, text) => {
  expect(isPlain(text)).toBe(false)
})

test('a string of a plain record holds each ASCII character that needs no escape, at each place, and no other byte', () => {
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
