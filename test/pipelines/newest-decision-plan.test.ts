import { afterAll, beforeAll, expect, test } from 'vitest'
import { decisionStore } from '../../services/evidence/store/decisions.ts'
import type { Database } from '../../services/kernel/database/database.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'

const DECISIONS = 50_000
const SYSTEM = '01900000-0000-7000-8000-000000000001'

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation()
})
afterAll(() => at.stop())

test('the newest decision is found without reading the whole log', async () => {
  const org = at.organization.id
  const id = (kind: number) => `(lpad(to_hex(n * 10), 8, '0') || '-0000-7000-800${kind}-000000000000')::uuid`
  await sql(
    at.databaseUrl,
    `insert into gate.decisions (org_id, id, entry_id, record)
     select '${org}', ${id(0)}, ${id(1)}, '{"ai_system_id":"${SYSTEM}","decision":"pass"}'
     from generate_series(1, ${DECISIONS}) n`,
  )
  await sql(
    at.databaseUrl,
    `insert into ledger.leaves (org_id, index, entry_id, at, hash)
     select '${org}', 10000 + n, ${id(1)}, now(), sha256(n::text::bytea) from generate_series(1, ${DECISIONS}) n`,
  )
  await sql(at.databaseUrl, 'analyze gate.decisions; analyze ledger.leaves')
  const plans: string[] = []
  const query = async ({ text, values }: { text: string; values: unknown[] }) => {
    plans.push(JSON.stringify(await sql(at.databaseUrl, `explain ${text}`, values)))
    return await sql(at.databaseUrl, text, values)
  }
  const newest = await decisionStore({ query } as unknown as Database).newest(org, SYSTEM)
  expect(newest).toMatchObject({ decision: 'pass' })
  expect(plans).toHaveLength(2)
  for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on (leaves|decisions)|Hash/)
})
