import { describe, expect, test } from 'vitest'
import { readAll } from './pages.ts'

test('readAll reads a list to its end, or to its first rows', async () => {
  const rows = Array.from({ length: 450 }, (_, i) => i)
  const asked: number[] = []
  const read = async ({ limit, cursor }: { limit: number; cursor: string }) => {
    asked.push(limit)
    const from = Number(cursor)
    const to = from + limit
    return { rows: rows.slice(from, to), nextCursor: to < rows.length ? String(to) : '' }
  }
  expect(await readAll(undefined, read)).toEqual(rows)
  expect(await readAll(250, read)).toEqual(rows.slice(0, 250))
  expect(asked).toEqual([200, 200, 200, 200, 50])
})

describe('readAll stops when a server lies about a list', () => {
  const LIES: [string, (asked: number) => { rows: number[]; nextCursor: string }, string][] = [
    ['one cursor again and again', () => ({ rows: [], nextCursor: 'same' }), 'a cursor twice'],
    ['cursors in a ring', (asked) => ({ rows: [1], nextCursor: String(asked % 3) }), 'a cursor twice'],
    ['more rows than were asked for', () => ({ rows: Array(201).fill(0), nextCursor: '' }), 'more rows than'],
    [
      'cursors of 2,000 characters',
      (asked) => ({ rows: [1], nextCursor: String(asked).padStart(2000, '0') }),
      'is no cursor',
    ],
    [
      'a further cursor always',
      (asked) => ({ rows: [], nextCursor: String(asked) }),
      'more than 10000 pages',
    ],
  ]
  test.each(LIES)('%s', async (_, answer, problem) => {
    let asked = 0
    const read = async () => {
      if (asked === 10_000) throw new Error('it read on')
      return answer(++asked)
    }
    await expect(readAll(undefined, read)).rejects.toThrow(problem)
  })
})
