import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, exported, outcome } from '../evidence/support/export.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import type { TestOrganization } from '../harness/organization.ts'
import { call } from '../harness/rest.ts'
import { verifyAs } from './support.ts'

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation({ shape: 'one', env: { ATTESTRY_CHECKPOINT_SECONDS: '1' } })
})
afterAll(() => at.stop())

test.each([
  ['the frontier is cut off', `set frontier = ''`],
  ['the size is smaller than the leaves', `set size = 1, frontier = substr(frontier, 1, 32)`],
  ['the size is larger than the leaves', `set size = 1024, frontier = substr(frontier, 1, 32)`],
])(
  '%s: that organization’s entries wait with a log message, other trees grow, and this one once repaired',
  async (_, damage) => {
    const [hurt, well] = [await organization(), await organization()]
    const [head] = await sql<Head>(at.databaseUrl, 'select * from ledger.trees where org_id = $1', [hurt.id])
    await sql(at.databaseUrl, `update ledger.trees ${damage} where org_id = $1`, [hurt.id])

    for (const { key } of [hurt, well, hurt, well]) await incident(key)
    await expect.poll(() => waiting(well)).toBe(0)
    await expect.poll(damagedTrees).toBe(1)
    expect(await waiting(hurt)).toBeGreaterThan(0)
    expect(await outcome(await exported(at, well.admin.session))).toBe('verified')
    expect((await ask(at, hurt.admin.session)).status).toBe(500)
    expect(await verifyAs(at, hurt.admin.session)).toMatchObject({ ok: false })

    await sql(at.databaseUrl, 'update ledger.trees set size = $2, frontier = $3 where org_id = $1', [
      hurt.id,
      head!.size,
      head!.frontier,
    ])
    await expect.poll(() => waiting(hurt)).toBe(0)
    expect(await verifyAs(at, hurt.admin.session)).toMatchObject({ ok: true, problems: [] })
    await expect.poll(damagedTrees).toBe(0)
  },
)

/** An organization with seven entries in its log. */
async function organization(): Promise<TestOrganization> {
  const made = await at.another()
  for (let i = 0; i < 5; i++) await incident(made.key)
  await expect.poll(() => waiting(made)).toBe(0)
  return made
}

async function incident(key: string): Promise<void> {
  const answer = await call(at.baseUrl, '/api/v1/incidents', { key, body: { title: 'x', severity: 'low' } })
  expect(answer.status).toBe(201)
}

async function waiting({ id }: TestOrganization): Promise<number> {
  const text = 'select count(*)::int as n from ledger.queue where org_id = $1'
  return (await sql<{ n: number }>(at.databaseUrl, text, [id]))[0]!.n
}

async function damagedTrees(): Promise<number> {
  const { text } = await call(at.baseUrl, '/metrics')
  return Number(/^attestry_log_damaged_trees (\d+)$/m.exec(text)?.[1])
}

type Head = { size: string; frontier: Buffer }
