import pg from 'pg'
import { expect } from 'vitest'
import type { Reason } from '../../../services/kernel/errors/errors.ts'
import { refusal } from '../../gate/people.ts'
import { waitingForLocks } from '../../harness/database.ts'

/** Calls of two sides that wait for the same account: the first side's is first. @returns how those of the second side were refused */
export async function raceForAccount(
  databaseUrl: string,
  id: string,
  first: () => Promise<unknown>,
  second: () => Promise<unknown>[],
): Promise<(Reason | undefined)[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('begin')
  await client.query('select from ledger.users where id = $1 for update', [id])
  const before = first()
  await expect.poll(() => waitingForLocks(databaseUrl)).toBe(1)
  const late = second().map(refusal)
  let answered = false
  void Promise.race(late).then(() => {
    answered = true
  })
  await expect
    .poll(async () => answered || (await waitingForLocks(databaseUrl)) === 1 + late.length)
    .toBe(true)
  await client.query('rollback')
  await client.end()
  await before
  return await Promise.all(late)
}
