import { expect, test } from 'vitest'
import type { Log } from '../logging/log.ts'
import { readDatabaseWaitSeconds, untilAnswered } from './until-answered.ts'

/** Attempts that fail with these texts, then succeed. Each attempt advances the clock by `takesMs`. */
function failing(texts: string[], takesMs: number) {
  let now = 0
  let attempts = 0
  const attempt = async (): Promise<string> => {
    now += takesMs
    const text = texts[attempts++]
    if (text !== undefined) throw new Error('the database does not answer', { cause: new Error(text) })
    return 'answered'
  }
  return { attempt, elapsed: () => now, attempts: () => attempts }
}

const lines: unknown[] = []
const log = { warn: (fields: unknown) => void lines.push(fields) } as unknown as Log
const SILENCE = 'timeout expired'

test('a silent database is asked again, with a log line each time', async () => {
  const database = failing([SILENCE, 'Query read timeout'], 10_000)
  const wait = { seconds: 60, log }
  await expect(untilAnswered(wait, database.attempt, database.elapsed)).resolves.toBe('answered')
  expect(lines.splice(0)).toEqual([
    { waited: 10, limit: 60 },
    { waited: 21, limit: 60 },
  ])
})

test('waiting for a silent database ends at the limit', async () => {
  const database = failing(Array(9).fill(SILENCE), 10_000)
  const waiting = untilAnswered({ seconds: 20, log }, database.attempt, database.elapsed)
  await expect(waiting).rejects.toMatchObject({ cause: { message: SILENCE } })
  expect(database.attempts()).toBe(2)
})

test('a process that was stopped for longer than the limit asks the database again', async () => {
  const database = failing([SILENCE], 600_000)
  await expect(untilAnswered({ seconds: 20, log }, database.attempt, database.elapsed)).resolves.toBe(
    'answered',
  )
})

test.each(['connect ECONNREFUSED 127.0.0.1:1', 'getaddrinfo ENOTFOUND db', 'password authentication failed'])(
  'the database error "%s" ends the wait at once',
  async (text) => {
    const database = failing([text], 1)
    await expect(untilAnswered({ seconds: 60, log }, database.attempt, database.elapsed)).rejects.toThrow()
    expect(database.attempts()).toBe(1)
  },
)

test('a stop signal ends the wait for the database', async () => {
  const database = failing([SILENCE], 1)
  const wait = { seconds: 60, log, signal: AbortSignal.abort() }
  await expect(untilAnswered(wait, database.attempt, database.elapsed)).rejects.toThrow()
  expect(database.attempts()).toBe(1)
})

test('ATTESTRY_DATABASE_WAIT_SECONDS has a default and limits', () => {
  expect(readDatabaseWaitSeconds({})).toBe(120)
  expect(readDatabaseWaitSeconds({ ATTESTRY_DATABASE_WAIT_SECONDS: '0' })).toBe(0)
  for (const wrong of ['3601', '-1', '1.5', 'ten'])
    expect(() => readDatabaseWaitSeconds({ ATTESTRY_DATABASE_WAIT_SECONDS: wrong })).toThrow(
      'ATTESTRY_DATABASE_WAIT_SECONDS must be from 0 to 3600',
    )
})
