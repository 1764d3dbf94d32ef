import { expect, test } from 'vitest'
import { sql } from '../harness/database.ts'
import { bootInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import { problemsOf } from '../state/support/verification.ts'
import { exported, outcome } from './support/export.ts'

/** As many entries as a quadratic plan reads 640,000 rows for. */
const CALLS = 800
const AT_ONCE = 40

test('an export and a verification read each entry few times, even if the statistics predate the organization', async () => {
  const at = await bootInstallation()
  try {
    await sql(at.databaseUrl, 'analyze')
    const { id, key, admin } = await at.another()
    for (let n = 0; n < CALLS; n += AT_ONCE)
      await Promise.all(
        Array.from({ length: AT_ONCE }, () => call(at.baseUrl, '/api/v1/assets?limit=1', { key })),
      )
    const read = async <T>(work: () => Promise<T>): Promise<T> => {
      const before = await rowsRead(at.databaseUrl)
      const result = await work()
      // The reads of a backend are counted some time after its transaction.
      await expect.poll(() => rowsRead(at.databaseUrl)).toBeGreaterThan(before + CALLS)
      expect((await rowsRead(at.databaseUrl)) - before).toBeLessThan(100 * CALLS)
      return result
    }
    expect(await outcome(await read(() => exported(at, admin.session)))).toBe('verified')
    expect(await read(() => problemsOf(at.databaseUrl, id))).toEqual([])
  } finally {
    await at.stop()
  }
})

/** Rows that were read from the log's tables. */
async function rowsRead(databaseUrl: string): Promise<number> {
  const [row] = await sql<{ n: string }>(
    databaseUrl,
    `select sum(idx_tup_read + coalesce(t.seq_tup_read, 0)) as n from pg_stat_user_indexes i
     join pg_stat_user_tables t using (relid) where i.schemaname = 'ledger' and i.relname in ('entries', 'leaves')`,
  )
  return Number(row!.n)
}
