import { expect, test } from 'vitest'
import { Attestry, type AuditEntry, LogChanged, Unreachable } from '../../clients/typescript/src/index.ts'
import { listening } from '../harness/listening.ts'

/** Reading on after an entry: a log that was set back is not one without news, nor one whose new entries are left out. */
const entryOf = (leaf_index: number, log = 'log') =>
  ({ id: `${log}-${leaf_index}`, leaf_index }) as AuditEntry

/** The ids of the entries that follow an entry in a log of so many entries. */
async function following(last: number | AuditEntry, size: number, log = 'log'): Promise<string[]> {
  const all = Array.from({ length: size }, (_, index) => entryOf(index, log))
  let read: string[] | undefined
  await listening(
    ({ url = '' }, response) => {
      const { searchParams } = new URL(url, 'http://log')
      const [after, limit] = [searchParams.get('after_leaf'), searchParams.get('limit')].map(Number)
      const data = all.slice(after! + 1, after! + 1 + limit!)
      response.end(JSON.stringify({ data, last_leaf: data.at(-1)?.leaf_index ?? null }))
    },
    async (baseUrl) => {
      const { auditEntries } = new Attestry({ baseUrl, apiKey: 'key', retries: 0 })
      read = []
      for await (const { id } of auditEntries.after(last, { limit: 2 })) read.push(id)
    },
  )
  return read!
}

test('auditEntries.after reads to the end of the log, from the start, the first entry and the last entry', async () => {
  expect(await following(entryOf(2), 6)).toEqual(['log-3', 'log-4', 'log-5'])
  expect(await following(entryOf(0), 2)).toEqual(['log-1'])
  expect(await following(entryOf(1), 2)).toEqual([])
  expect(await following(-1, 3)).toEqual(['log-0', 'log-1', 'log-2'])
})

test.each([
  ['is shorter', 2, 'log'],
  ['has another entry there', 9, 'other'],
])('auditEntries.after refuses a log that %s than what was read', async (_, size, log) => {
  await expect(following(entryOf(2), size, log)).rejects.toBeInstanceOf(LogChanged)
})

test('auditEntries.after refuses an entry that has no leaf index yet', async () => {
  await expect(following({ ...entryOf(2), leaf_index: null }, 6)).rejects.toBeInstanceOf(RangeError)
})

test('auditEntries.after refuses an answer that goes back in the log', async () => {
  await listening(
    (_, response) => response.end(JSON.stringify({ data: [entryOf(3), entryOf(1)], last_leaf: 3 })),
    async (baseUrl) => {
      const { auditEntries } = new Attestry({ baseUrl, apiKey: 'key', retries: 0 })
      const read = async () => {
        for await (const entry of auditEntries.after(2)) expect(entry.leaf_index).toBe(3)
      }
      await expect(read()).rejects.toBeInstanceOf(LogChanged)
    },
  )
})

test('auditEntries.after stops when a server leads on without an entry', async () => {
  let asked = 0
  const fetch = async () =>
    new Response(JSON.stringify({ data: [], last_leaf: asked++ < 30_000 ? asked : null }))
  const { auditEntries } = new Attestry({ baseUrl: 'http://log', apiKey: 'key', retries: 0, fetch })
  await expect(auditEntries.after(-1).next()).rejects.toBeInstanceOf(Unreachable)
  expect(asked).toBe(20_000)
})
