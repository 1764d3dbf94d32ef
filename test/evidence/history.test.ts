import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sha256Hex } from '../../services/kernel/crypto/digest.ts'
import { leafHash, treeHash } from '../../services/kernel/crypto/merkle.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import type { TestOrganization } from '../harness/organization.ts'
import { behindTriggers, checkpointOf } from '../log/support.ts'
import { lines } from '../verifier/support/tamper.ts'
import { unpack } from '../verifier/support/zip.ts'
import { ask, exported, outcome, verify } from './support/export.ts'
import { acting, createScenario, type Scenario } from './support/scenario.ts'

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation()
})
afterAll(() => at.stop())

/** An organization with a story, all of it in the log. */
async function organization(): Promise<TestOrganization & { scenario: Scenario }> {
  const org = await at.another()
  const scenario = await createScenario(at, org, org.id)
  await exported(at, org.admin.session)
  return { ...org, scenario }
}

/** Changes the text of a row as a superuser who goes behind the triggers. */
async function edit(table: string, id: string, from: string, to: string): Promise<void> {
  const column = table === 'ledger.entries' ? 'entry' : 'record'
  const change = `update ${table} set ${column} = replace(${column}, $2, $3) where id = $1 and ${column} <> replace(${column}, $2, $3)`
  await behindTriggers(at.databaseUrl, table, change, [id, from, to])
}

/**
 * Makes the log what it would have been had the entries always been as they are now. Its checkpoints are removed: of a size that was
 * signed before, the next export would get that checkpoint.
 */
async function rebuildLog(org: string): Promise<void> {
  const guarded = ['ledger.checkpoints', 'ledger.leaves', 'ledger.nodes']
  const own = `where org_id = '${org}'`
  await sql(
    at.databaseUrl,
    `begin;
     select pg_advisory_xact_lock(7244010);
     ${guarded.map((table) => `alter table ${table} disable trigger append_only;`).join('')}
     create temp table again on commit drop as
       select 0 as part, index as nth, entry_id from ledger.leaves ${own}
       union all select 1, seq, entry_id from ledger.queue ${own};
     ${[...guarded, 'ledger.trees', 'ledger.queue'].map((table) => `delete from ${table} ${own};`).join('')}
     insert into ledger.queue (org_id, entry_id) select '${org}', entry_id from again order by part, nth;
     ${guarded.map((table) => `alter table ${table} enable always trigger append_only;`).join('')}
     commit`,
  )
}

const decisionEntry = async (org: string, decision: string): Promise<string> =>
  (
    await sql<{ entry_id: string }>(
      at.databaseUrl,
      'select entry_id from gate.decisions where org_id = $1 and id = $2',
      [org, decision],
    )
  )[0]!.entry_id

describe('two packages', () => {
  test('of one organization prove that the history between them was extended, not rewritten', async () => {
    const org = await organization()
    const older = await exported(at, org.admin.session)
    const { post } = acting(at, org.key, org.admin.session)
    for (let i = 0; i < 5; i++) await post('/incidents', { title: 'later', severity: 'low' })
    const newer = await exported(at, org.admin.session)
    const report = await verify(newer, '--previous', older)
    expect(report.result).toBe('verified')
    expect(JSON.stringify(report.steps)).toContain('history extended')
    const last = JSON.parse(lines(unpack(readFileSync(newer)), 'audit').at(-1)!)
    const period = await exported(at, org.admin.session, `?from=${last.at}`)
    expect(await outcome(period, '--previous', older)).toBe('verified')
    expect(await outcome(period, '--previous', newer)).toBe('verified')
  })

  test('of different organizations are refused as unrelated', async () => {
    const [one, another] = [await at.another(), await at.another()]
    const older = await exported(at, one.admin.session)
    expect(await outcome(await exported(at, another.admin.session), '--previous', older)).toBe(
      'previous_unrelated',
    )
  })

  test('show where a history begins to differ that was rewritten in the database with all its hashes', async () => {
    const org = await organization()
    const older = await exported(at, org.admin.session)
    const entries = lines(unpack(readFileSync(older)), 'audit').map((line) => JSON.parse(line))
    const index = entries.findIndex(({ operation }) => operation === 'moveIncident')
    await edit(
      'ledger.entries',
      entries[index].id,
      '"operation":"moveIncident"',
      '"operation":"listIncidents"',
    )
    await rebuildLog(org.id)
    const newer = await exported(at, org.admin.session)
    expect(await outcome(newer)).toBe('verified')
    const report = await verify(newer, '--previous', older)
    expect(report.failures).toMatchObject([{ code: 'history_rewritten', index }])
  })
})

describe('what a superuser changed behind the triggers', () => {
  test('a gate decision changed to pass is found by its receipt', async () => {
    const org = await organization()
    await edit('gate.decisions', org.scenario.decisions.blocked, '"decision":"block"', '"decision":"pass"')
    const report = await verify(await exported(at, org.admin.session))
    expect(report.failures[0]).toMatchObject({ code: 'record_mismatch' })
    expect(report.steps.find(({ status }) => status === 'FAIL')).toMatchObject({ step: 'records' })
  })

  test('a gate decision changed to pass with its receipt and whole log rewritten is found by its snapshot', async () => {
    const org = await organization()
    const id = org.scenario.decisions.blocked
    await checkpointOf(at, org.id)
    const entry = await decisionEntry(org.id, id)
    const record = async (): Promise<string> =>
      (
        await sql<{ record: string }>(at.databaseUrl, 'select record from gate.decisions where id = $1', [id])
      )[0]!.record
    const before = await record()
    await edit('gate.decisions', id, '"decision":"block"', '"decision":"pass"')
    const roots = [before, await record()].map((text) => treeHash([leafHash(text)]).toString('hex'))
    await edit('ledger.entries', entry, roots[0]!, roots[1]!)
    await rebuildLog(org.id)
    const report = await verify(await exported(at, org.admin.session))
    expect(report.failures[0]).toMatchObject({ code: 'decision_mismatch', id })
  })

  test('a deleted record and an inserted one are both found', async () => {
    const org = await organization()
    const taken = 'delete from ledger.incidents where org_id = $1 and id = $2 and version = 2'
    await behindTriggers(at.databaseUrl, 'ledger.incidents', taken, [org.id, org.scenario.incidentId])
    expect(await outcome(await exported(at, org.admin.session))).toMatch(/^record_/)
    const other = await organization()
    await sql(
      at.databaseUrl,
      `insert into ledger.incidents (org_id, id, version, entry_id, position, record)
       select org_id, id, 9, entry_id, 1, record from ledger.incidents where org_id = $1 and id = $2 and version = 1`,
      [other.id, other.scenario.incidentId],
    )
    expect(await outcome(await exported(at, other.admin.session))).toMatch(/^record_/)
  })

  test('a changed audit entry no longer gives the signed root hash', async () => {
    const org = await organization()
    const entry = await decisionEntry(org.id, org.scenario.decisions.passed)
    await edit('ledger.entries', entry, '"via":"rest"', '"via":"grpc"')
    expect(await outcome(await exported(at, org.admin.session))).toBe('root_mismatch')
  })

  test('the export fails with internal_error when an audit entry was deleted', async () => {
    const org = await organization()
    const entry = await decisionEntry(org.id, org.scenario.decisions.passed)
    await behindTriggers(at.databaseUrl, 'ledger.entries', 'delete from ledger.entries where id = $1', [
      entry,
    ])
    const answer = await ask(at, org.admin.session)
    expect([answer.status, await answer.json()]).toMatchObject([500, { error: { code: 'internal_error' } }])
  })
})

test('two packages of the same state differ only in the log, the manifest, the audit entries and exports', async () => {
  const org = await organization()
  const [a, b] = [await exported(at, org.admin.session), await exported(at, org.admin.session)].map((file) =>
    unpack(readFileSync(file)),
  )
  const differ = [...a!.keys()].filter((name) => sha256Hex(a!.get(name)!) !== sha256Hex(b!.get(name) ?? ''))
  expect(
    differ.filter((name) => !/^(log|manifest|SHA256SUMS|(data|csv)\/(audit|exports))/.test(name)),
  ).toEqual([])
})
