import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { event, idsOf, result, run, type Tenant, tenantOf } from './support.ts'

const TABLES = ['evaluations', 'agent_runs', 'agent_events', 'findings']
let at: TestInstallation
let tenant: Tenant
beforeAll(async () => {
  at = await bootInstallation()
  tenant = tenantOf(at)
  const ai_system_id = await tenant.system('Assistant')
  await tenant.rest('/ai-evaluations', result({ ai_system_id, eval_type: 'drift', passed: false }))
  const [runId] = idsOf(await tenant.rest('/agent-runs', run()))
  await tenant.rest(`/agent-runs/${runId}/events`, event(1))
})
afterAll(() => at.stop())

const records = () => tenant.sql('select * from ingestion.records_v1 order by type, id')

test.each(TABLES)('ingestion.%s cannot be changed or truncated, even by its owner', async (table) => {
  const before = await records()
  expect(before.length).toBeGreaterThanOrEqual(TABLES.length)
  for (const statement of [
    `update ingestion.${table} set record = '{}'`,
    `update ingestion.${table} set record = record where false`,
    `delete from ingestion.${table}`,
    `truncate ingestion.${table}`,
    `truncate ingestion.${table} cascade`,
  ]) {
    await expect(tenant.sql(statement)).rejects.toThrow(/append-only/)
  }
  expect(await records()).toEqual(before)
})

test.each(TABLES)('ingestion.%s: the service’s role may only insert and read', async (table) => {
  for (const statement of [`update ingestion.${table} set record = '{}'`, `delete from ingestion.${table}`]) {
    await expect(tenant.sql(`set role attestry_ingestion; ${statement}`)).rejects.toThrow(/permission denied/)
  }
})

test('rows of newest_results and finding_subjects are never deleted', async () => {
  for (const table of ['newest_results', 'finding_subjects']) {
    await expect(tenant.sql(`set role attestry_ingestion; delete from ingestion.${table}`)).rejects.toThrow(
      /permission denied/,
    )
  }
})

test('the gate and the evidence service read published views of ingestion, and no table', async () => {
  const readable = {
    attestry_gate: ['newest_results_v1', 'findings_v1'],
    attestry_evidence: ['records_v1'],
    attestry_ledger: [],
  }
  for (const [role, views] of Object.entries(readable)) {
    const granted = await tenant.sql<{ relname: string }>(
      `select relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where nspname = 'ingestion' and relkind in ('r', 'v') and has_table_privilege($1, c.oid, 'select')`,
      [role],
    )
    for (const view of views) expect(granted.map(({ relname }) => relname)).toContain(view)
    for (const { relname } of granted) expect(relname).toMatch(/_v\d+$/)
    const writable = await tenant.sql(
      `select from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where nspname = 'ingestion' and relkind in ('r', 'v')
         and has_table_privilege($1, c.oid, 'insert, update, delete, truncate')`,
      [role],
    )
    expect(writable).toEqual([])
  }
})

test('a NaN or infinite value cannot become the newest result', async () => {
  for (const value of ['NaN', 'Infinity', '-Infinity']) {
    const insert = `insert into ingestion.newest_results values (
      gen_random_uuid(), gen_random_uuid(), 'm', 't', gen_random_uuid(), '${value}', '', '')`
    await expect(tenant.sql(insert)).rejects.toThrow(/check constraint/)
  }
})
