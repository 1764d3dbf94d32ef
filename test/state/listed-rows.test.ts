import { afterAll, beforeAll, expect, test } from 'vitest'
import { entriesInQueue, sql } from '../harness/database.ts'
import { behindTriggers, bootWithKms, type LogInstallation, verifyAs } from '../log/support.ts'

let at: LogInstallation
beforeAll(async () => {
  at = await bootWithKms({ ATTESTRY_CHECKPOINT_SECONDS: '86400' })
})
afterAll(() => at.stop())

test('differing tables are listed apart from other problems, however many rows were changed to hide them', async () => {
  const { id, admin } = await at.another()
  await expect.poll(() => entriesInQueue(at.databaseUrl)).toBe(0)
  const run = (text: string) => sql(at.databaseUrl, text, [id])
  await run(
    `insert into ledger.role_grants (org_id, user_id, role, granted_by)
      select $1, gen_random_uuid(), 'ciso', gen_random_uuid() from generate_series(1, 150)`,
  )
  await run(`update ledger.organizations set name = 'Another' where id = $1`)
  await behindTriggers(at.databaseUrl, 'ledger.leaves', `delete from ledger.leaves where org_id = $1`, [id])

  const first = await verifyAs(at, admin.session)
  expect(first.problems).toHaveLength(100)
  const all = await verifyAs(at, admin.session, [], { listState: true })
  expect({ ok: all.ok, count: all.problemCount }).toEqual({ ok: false, count: first.problemCount })
  const tables = all.problems.map(({ code, table, field }) => [code, table, field].join(' '))
  expect(tables).toContain('state_differs ledger.organizations name')
  expect(tables.filter((one) => one.startsWith('state_surplus ledger.role_grants'))).toHaveLength(150)
  expect(all.problems.filter(({ table }) => table === '')).toEqual([])
  expect(all.problems.length).toBeLessThan(Number(all.problemCount))
})
