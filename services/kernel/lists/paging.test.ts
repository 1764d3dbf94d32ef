import { Code } from '@connectrpc/connect'
import { expect, test } from 'vitest'
import { readPageInParts } from './paging.ts'
import { PART_BYTES, partOf } from './part.ts'

const THIRD = Math.ceil(PART_BYTES / 3)
/** Ten rows, of which a part has three. */
const TEXTS = Array.from({ length: 10 }, (_, n) => JSON.stringify({ id: String(9 - n) }).padEnd(THIRD))
const decode = (text: string) => JSON.parse(text) as { id: string }

async function part(limit: number, before: string | undefined) {
  const from = before === undefined ? 0 : TEXTS.findIndex((text) => decode(text).id === before) + 1
  return partOf(TEXTS.slice(from, from + Math.min(limit, 3)), limit)
}

const place = (
  read: (bytes: number) => Promise<void> | undefined,
  signal = new AbortController().signal,
) => ({
  read,
  signal,
})

test.each([1, 2, 3, 4, 6, 9, 10, 200])('a page of %i rows is read in parts', async (limit) => {
  const grown: number[] = []
  const page = { limit, before: undefined }
  const read = await readPageInParts(
    page,
    part,
    decode,
    place((bytes) => {
      grown.push(bytes)
      return undefined
    }),
  )
  expect(read.rows.map(({ id }) => id)).toEqual(TEXTS.slice(0, limit).map((text) => decode(text).id))
  expect(read.nextCursor).toBe(limit < 10 ? String(10 - limit) : '')
  expect(grown).toEqual(
    Array.from({ length: Math.ceil(Math.min(limit + 1, 10) / 3) - 1 }, (_, n) => (n + 1) * 3 * THIRD),
  )
})

test('a page of very large rows ends early, and the next one continues there', async () => {
  const left = Array.from({ length: 20 }, (_, n) => ({ id: String(19 - n) }))
  const large = async (_limit: number, before: string | undefined) => {
    const from = before === undefined ? 0 : left.findIndex(({ id }) => id === before) + 1
    return { rows: left.slice(from, from + 1), bytes: 5 * 1024 * 1024, isLast: from + 1 >= left.length }
  }
  const pages: string[][] = []
  for (let before: string | undefined; pages.length < 20; ) {
    const read = await readPageInParts({ limit: 200, before }, large, (row) => row, undefined)
    pages.push(read.rows.map(({ id }) => id))
    if (read.nextCursor === '') break
    before = read.nextCursor
  }
  expect(pages.map(({ length }) => length)).toEqual([7, 7, 6])
  expect(pages.flat()).toEqual(left.map(({ id }) => id))
})

test('a list whose caller has left while it waited is read no further', async () => {
  const caller = new AbortController()
  let parts = 0
  const read = readPageInParts(
    { limit: 200, before: undefined },
    (...asked) => {
      parts += 1
      return part(...asked)
    },
    decode,
    place(async () => caller.abort(), caller.signal),
  )
  await expect(read).rejects.toMatchObject({ code: Code.Canceled })
  expect(parts).toBe(1)
})
