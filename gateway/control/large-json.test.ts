import { expect, test } from 'vitest'
import { requireFewParts } from './large-json.ts'

const file = 'AAAA'.repeat(1_000_000)
const withNote = (note: string) => Buffer.from(`{"name":"a","content":"${file}","note":"${note}"}`)

test('a large JSON message may have a file and a note of any characters', () => {
  for (const note of ['', '[{,'.repeat(6666), ','.repeat(20_000)])
    expect(() => requireFewParts('application/json', withNote(note))).not.toThrow()
})

test.each([
  ['objects', '{"\\n":0},'],
  ['numbers', '0,'],
  ['lists in lists', '['],
])('a large JSON message of many parts is refused before it is parsed: %s', (_, part) => {
  const body = Buffer.from(`{"name":[${part.repeat(1_600_000)}`)
  expect(() => requireFewParts('application/json; charset=utf-8', body)).toThrow('at most 50000 parts')
})

test('small messages and binary ones are not looked at', () => {
  expect(() => requireFewParts('application/json', Buffer.alloc(1024 * 1024, '['))).not.toThrow()
  expect(() => requireFewParts('application/proto', Buffer.alloc(2 * 1024 * 1024, '['))).not.toThrow()
})
