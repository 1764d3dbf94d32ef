import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DomainError } from '../../../services/kernel/errors/errors.ts'
import { strictJson } from './strict-json.ts'

const parse = (text: string | Buffer) => strictJson(Buffer.from(text))
const complaint = (text: string | Buffer): string => {
  try {
    parse(text)
  } catch (error) {
    return (error as DomainError).message
  }
  return 'accepted'
}

test('strictJson reads back what JSON.stringify writes', () => {
  fc.assert(
    fc.property(
      fc
        .json({ maxDepth: 8 })
        .filter((text) => !/__proto__|\\u0000/.test(text) && text.toWellFormed() === text),
      (text) => {
        const value = JSON.parse(text, (_, v) =>
          typeof v === 'number' && !Number.isSafeInteger(v) ? 0.5 : v,
        )
        expect(parse(JSON.stringify(value))).toEqual(value)
      },
    ),
  )
})

test.each([
  ['', 'not valid JSON'],
  ['{', 'not valid JSON'],
  ['\ufeff{}', 'not valid JSON'],
  [Buffer.from([0x22, 0xff, 0x22]), 'not valid JSON'],
  [Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), 'not valid JSON'],
  ['NaN', 'not valid JSON'],
  ['['.repeat(100_000), 'nested at most 64'],
  [`${'['.repeat(65)}${']'.repeat(65)}`, 'nested at most 64'],
  ['{"a":1,"a":1}', 'duplicate keys'],
  ['{"x":{"a":1,"\\u0061":2}}', 'duplicate keys'],
  ['[{"a":":"},{"b":1,"b":{}}]', 'duplicate keys'],
  ['{"__proto__":{}}', '__proto__'],
  ['{"a":{"__pro\\u0074o__":1}}', '__proto__'],
  ['{"a":"\\u0000"}', 'a: must not contain NUL'],
  ['{"a":["x","\\ud800"]}', 'a.1: must not contain a lone surrogate'],
  ['{"\\udc00":1}', 'lone surrogate'],
  ['{"n":9007199254740992}', 'n: is an integer beyond 2^53 - 1'],
  ['{"n":-9007199254740993}', 'send it as a string'],
  ['{"a":[1e21,{"n":-900719925474099300}]}', 'a.1.n: is an integer beyond 2^53 - 1'],
  [`{"n":${'9'.repeat(400)}}`, 'n: is an integer beyond 2^53 - 1'],
  ['{"n":1e400}', 'n: must be a finite number'],
])('strictJson refuses %j with the reason', (text, why) => {
  expect(complaint(text)).toContain(why)
})

test.each([
  '{"n":9007199254740991}',
  `${'['.repeat(64)}${']'.repeat(64)}`,
  '{"a":"\\\\\\":{[","b":":"}',
  '1e-400',
  '{"n":[1e21,-1E21,1e+21,9007199254740993.0,9007199254740993E0,0.1000000000000000055511151231257827]}',
  '{"9007199254740993":"9007199254740993"}',
  '[1e21,"\\u0041"]',
  '"\\ud83d\\ude00"',
])('strictJson accepts %j', (text) => {
  expect(parse(text)).toEqual(JSON.parse(text))
})

test('strictJson reads an escaped name correctly, whatever was parsed before', () => {
  for (let n = 0; n < 3; n++) {
    JSON.parse('{"":1,"\\\\":0}')
    expect(Object.keys(parse('{"":1,"\\n":2}') as object)).toEqual(['', '\n'])
  }
})

test('a large item with too many members is refused before it is parsed; pieces of batches and long texts are not', () => {
  const members = (count: number) => `{${Array.from({ length: count }, (_, n) => `"k${n}":1`).join()}}`
  expect(complaint(members(90_000))).toBe('request body must not have an item of more than 20000 members')
  expect(complaint(members(30_000))).toBe('accepted')
  const payloads = Array.from({ length: 8 }, () => members(4000)).join()
  expect(complaint(`[${payloads}]`)).toBe('accepted')
  expect(complaint(JSON.stringify({ text: '"a":1,'.repeat(60_000) }))).toBe('accepted')
})
