import { describe, expect, test } from 'vitest'
import { type Endpoint, LANDED, nameOf } from './endpoints.ts'
import { expectEntry, expectError } from './support/expect-error.ts'
import { countRecords } from './support/records.ts'
import { scene } from './support/scene.ts'

const api = scene()
const CREATES = LANDED.filter(({ bodyLimit }) => bodyLimit !== null)

/** Bodies that are no request for any create endpoint, as text or bytes. */
const BAD: [string, string | Buffer][] = [
  ['empty', ''],
  ['white space', ' \n'],
  ['null', 'null'],
  ['true', 'true'],
  ['a number', '1'],
  ['a string', '"x"'],
  ['an empty object', '{}'],
  ['cut short', '{"title":"x"'],
  ['two values', '{} {}'],
  ['a trailing comma', '{"title":"x",}'],
  ['single quotes', "{'title':'x'}"],
  ['a comment', '{/* */"title":"x"}'],
  ['NaN', '{"a":NaN}'],
  ['Infinity', '{"a":Infinity}'],
  ['a hexadecimal number', '{"a":0x10}'],
  ['a leading zero', '{"a":01}'],
  ['a byte order mark', Buffer.from([0xef, 0xbb, 0xbf, 0x7b, 0x7d])],
  ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ['an encoded surrogate (CESU-8)', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
  ['an overlong slash', Buffer.from([0x22, 0xc0, 0xaf, 0x22])],
  ['UTF-16', Buffer.from('{"title":"x"}', 'utf16le')],
  ['a raw control character in a string', '{"title":"a\u0001"}'],
  ['100,000 nested brackets', '['.repeat(100_000) + ']'.repeat(100_000)],
  ['100,000 opening brackets', '['.repeat(100_000)],
  ['100,000 nested objects', '{"a":'.repeat(100_000)],
  ['form data', 'title=x&severity=high'],
]

/** Members that make an accepted body unacceptable when they are appended to it. */
const SPLICED: [string, string][] = [
  ['65 levels', `,"x":${'['.repeat(64)}${']'.repeat(64)}`],
  ['1e400', ',"x":1e400'],
  ['-1e400', ',"x":-1e400'],
  ['2^53', ',"x":9007199254740992'],
  ['-2^53', ',"x":-9007199254740992'],
  ['an integer of 400 digits', `,"x":${'9'.repeat(400)}`],
  ['__proto__', ',"__proto__":{"severity":"low"}'],
  ['__proto__ spelled with an escape', ',"\\u005f_proto__":{}'],
  ['__proto__ deep inside', ',"x":[{"y":{"__proto__":1}}]'],
  ['NUL', ',"x":"a\\u0000"'],
  ['NUL in a name', ',"a\\u0000":1'],
  ['a lone high surrogate', ',"x":"\\ud800"'],
  ['a lone low surrogate', ',"x":"\\udc00 "'],
  ['surrogates in the wrong order', ',"x":"\\udc00\\ud800"'],
  ['a lone surrogate in a name', ',"\\ud800":1'],
  ['a duplicate key', ',"x":1,"x":1'],
  ['a duplicate key by escape', ',"x":1,"\\u0078":2'],
  ['a duplicate key deep inside', ',"x":[{"y":{"z":1,"z":2}}]'],
  ['constructor twice', ',"constructor":1,"constructor":1'],
]

describe.each(CREATES.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', (_, endpoint) => {
  const refused = async (body: string | Buffer) => {
    const before = await countRecords(api.at)
    const answer = await api.send(endpoint, { body })
    expectError(answer, 400, 'validation_error')
    await expectEntry(api.at, answer, { outcome: 'refused', code: 'validation_error', receipts: [] })
    expect(await countRecords(api.at)).toBe(before)
    return answer
  }

  test.each(BAD)('%s: 400, nothing stored, one audit entry', async (_, body) => {
    await refused(body)
  })

  test.each(SPLICED)('%s in an unknown field: 400, nothing stored, one audit entry', async (_, members) => {
    await refused(spliced(endpoint, members))
  })

  test('a repeated known key is answered 400, even with the same value', async () => {
    const [name, value] = Object.entries(endpoint.least!())[0]!
    await refused(spliced(endpoint, `,${JSON.stringify(name)}:${JSON.stringify(value)}`))
  })

  test('a missing body is answered 400, as an empty one', async () => {
    const answer = await api.send(
      { ...endpoint, bodyLimit: null },
      { headers: [['Content-Type', 'application/json']] },
    )
    expectError(answer, 400, 'validation_error')
    expect(answer.body.error.message).toBe('request body is not valid JSON')
  })

  test.each(requiredOf(endpoint))('%s is required, and accepts only its own type', async (field) => {
    const { [field]: given, ...rest } = endpoint.least!()
    const wrong = [null, 0, true, [], {}, '', [given], { value: given }].filter(
      (value) => value === '' || typeof value !== typeof given,
    )
    const missing = await refused(JSON.stringify(rest))
    expect(missing.body.error.details.fieldErrors[field]).toEqual(['is required'])
    for (const value of wrong) {
      const answer = await refused(JSON.stringify({ ...rest, [field]: value }))
      expect(Object.keys(answer.body.error.details.fieldErrors)).toEqual([field])
    }
  })

  test('unknown fields are ignored and never echoed', async () => {
    const body = spliced(
      endpoint,
      ',"echo<script>":{"deep":[1,2,{"a":"echo"}]},"id":"mine","created_at":"echo"',
    )
    const answer = await api.send(endpoint, { body })
    expect(answer.status).toBe(endpoint.success)
    expect(answer.text).not.toContain('echo')
    expect((answer.body.data?.[0] ?? answer.body).id).not.toBe('mine')
    const wrong = await api.send(endpoint, { body: spliced(endpoint, ',"echo<script>":"\\u0000"') })
    expectError(wrong, 400, 'validation_error')
    expect(wrong.text).not.toContain('echo')
  })

  test('numbers in unknown fields up to the exact range, doubles beyond it, and 63 levels of nesting are accepted', async () => {
    const numbers =
      ',"x":[9007199254740991,-9007199254740991,0.1,-0,1e-400,5e-324,1.5e10,1e21,-1E+21,9007199254740993.0]'
    expect((await api.send(endpoint, { body: spliced(endpoint, numbers) })).status).toBe(endpoint.success)
    expect(
      (await api.send(endpoint, { body: spliced(endpoint, `,"x":${'['.repeat(63)}${']'.repeat(63)}`) }))
        .status,
    ).toBe(endpoint.success)
  })
})

/** The fields of the least request that are required by themselves: a system may be named by its id instead. */
function requiredOf({ least }: Endpoint): string[] {
  return Object.keys(least!()).filter((field) => field !== 'ai_system_name')
}

function spliced({ least }: Endpoint, members: string): string {
  return `${JSON.stringify(least!()).slice(0, -1)}${members}}`
}
