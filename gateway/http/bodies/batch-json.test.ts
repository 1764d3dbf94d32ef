import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { Reason } from '../../../services/kernel/errors/errors.ts'
import { batchJson } from './batch-json.ts'
import { strictJson } from './strict-json.ts'

/** The result of a reader for a text: its value, or a refusal. */
const outcome = async (read: () => unknown): Promise<unknown> => {
  try {
    return { value: await read() }
  } catch (error) {
    expect(error).toMatchObject({ reason: Reason.VALIDATION })
    return 'refused'
  }
}

const texts = fc.oneof(
  fc.json({ maxDepth: 6 }),
  fc.array(fc.json({ maxDepth: 4 })).map((items) => `[ ${items.join(' \n,\t\n ')}]`),
  fc
    .array(fc.tuple(fc.constantFrom('"a"', '"events"', '"7"', '"__proto__"'), fc.json({ maxDepth: 4 })))
    .map((members) => `{${members.map(([key, value]) => `${key}: ${value}`).join(',')}}`),
)

/** Texts with one character changed, inserted or left out. Most of them are not JSON. */
const damaged = fc
  .tuple(
    texts,
    fc.nat(),
    fc.constantFrom('', '[', ']', '{', '}', ',', ',,', '"', '\\', ':', ' ', '0', '][', '],['),
  )
  .map(([text, at, by]) => {
    const i = at % (text.length + 1)
    return text.slice(0, i) + by + text.slice(i + (at % 2))
  })

test('a body parsed in pieces has the same value as parsed whole, or the same refusal', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(texts, damaged), fc.nat(12), async (text, piece) => {
      const body = Buffer.from(text)
      expect(await outcome(() => batchJson(Buffer.from(body), piece))).toEqual(
        await outcome(() => strictJson(Buffer.from(body))),
      )
    }),
    { numRuns: 3000 },
  )
})

test.each([
  ['[{"a":1},{"a":"\\u0000"}]', '1.a: must not contain NUL'],
  ['{"events":[{"a":1},{"a":[0,1e400]}]}', 'events.1.a.1: must be a finite number'],
  ['[{"a":1},{"a":1,"a":2}]', 'duplicate keys'],
  ['{"a":[1],"b":2,"a":[3]}', 'duplicate keys'],
  ['{"a":[1,{"__proto__":1}]}', '__proto__'],
  [`{"a":[1,${'['.repeat(63)}${']'.repeat(63)}]}`, 'nested at most 64'],
  ['[1,]', 'not valid JSON'],
])('parsing in pieces refuses %s, and the error has its place', async (text, why) => {
  await expect(batchJson(Buffer.from(text), 0)).rejects.toThrow(why)
})

test.each([
  ['one object', (payload: string) => `{"source":"s","payload":${payload}}`],
  ['an item of an array', (payload: string) => `[{"source":"s"},{"payload":${payload}}]`],
  ['an item of a list', (payload: string) => `{"evaluations":[{"payload":${payload}}]}`],
])('%s above 1 MiB is refused before it is parsed', async (_, body) => {
  const numbers = `{"a":[${'1,'.repeat(600_000)}1]}`
  const parse = JSON.parse
  const parsed: number[] = []
  JSON.parse = (text) => {
    parsed.push(text.length)
    return parse(text)
  }
  try {
    await expect(batchJson(Buffer.from(body(numbers)))).rejects.toThrow('1048576 bytes')
  } finally {
    JSON.parse = parse
  }
  expect(parsed).toEqual([])
})

test.each([
  ['an array', (items: string) => `[${items}]`],
  ['a list', (items: string) => `{"evaluations":[${items}]}`],
  ['lists that no field has', (items: string) => `{"x":[${items}],"y":[${items}]}`],
])('%s of millions of small items is refused before it is parsed', async (_, body) => {
  const parse = JSON.parse
  let parsed = 0
  JSON.parse = (text) => {
    parsed += 1
    return parse(text)
  }
  try {
    const small = Buffer.from(body(`${'0,'.repeat(150_000)}0`))
    await expect(batchJson(small)).rejects.toThrow('more than 100000 items')
  } finally {
    JSON.parse = parse
  }
  expect(parsed).toBe(0)
})

test('the event loop keeps turning while a full batch is parsed', async () => {
  const item = { payload: { a: 'x'.repeat(32_000) } }
  const batch = Array.from({ length: 500 }, () => item)
  let turns = 0
  const counting = setInterval(() => {
    turns += 1
  }, 0)
  try {
    expect(await batchJson(Buffer.from(JSON.stringify(batch)))).toEqual(batch)
    expect(await batchJson(Buffer.from(JSON.stringify({ events: batch })))).toEqual({ events: batch })
  } finally {
    clearInterval(counting)
  }
  expect(turns).toBeGreaterThan(1)
})

test('the event loop keeps turning while a large body is split, before its first item is parsed', async () => {
  const item = Buffer.alloc(8 * 1024 * 1024, '1,')
  let turns = 0
  const tick = setImmediate(function count() {
    turns += 1
    ticking = setImmediate(count)
  })
  let ticking = tick
  await expect(batchJson(Buffer.concat([Buffer.from('[['), item, Buffer.from('1]]')]))).rejects.toThrow()
  clearImmediate(ticking)
  expect(turns).toBeGreaterThanOrEqual(8)
})

test('whitespace does not count toward the size limit', async () => {
  const body = Buffer.from(`{"a": 1}${' '.repeat(3 * 1024 * 1024)}`)
  expect(await batchJson(body)).toEqual({ a: 1 })
})

test.each([
  ['one run', `[${' '.repeat(3 * 1024 * 1024)}"a  b"${' '.repeat(1024 * 1024)}]`],
  [
    'many runs',
    `${'\n\t'.repeat(1024 * 1024)}{"events":[${`"a  b",${' '.repeat(1000)}`.repeat(3000)}"a  b"]}`,
  ],
])('a text with much whitespace is not parsed at once: %s', async (_, text) => {
  const expected = strictJson(Buffer.from(text))
  const parsed = vi.spyOn(JSON, 'parse')
  const value = await batchJson(Buffer.from(text))
  const longest = Math.max(...parsed.mock.calls.map(([one]) => one.length))
  parsed.mockRestore()
  expect(value).toEqual(expected)
  expect(longest).toBeLessThan(1024 * 1024)
})
