import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { idsOf, result, run, type Tenant, tenantOf } from './support.ts'

const HOUR = 3_600_000
let right: TestInstallation
let late: TestInstallation
let early: TestInstallation
beforeAll(async () => {
  right = await bootInstallation()
  const { databaseUrl } = right
  late = await bootInstallation({ databaseUrl, clock: { now: () => new Date(Date.now() - HOUR) } })
  early = await bootInstallation({ databaseUrl, clock: { now: () => new Date(Date.now() + HOUR) } })
})
afterAll(() => Promise.all([right, late, early].map((at) => at.stop())))

async function measured() {
  const tenant = tenantOf(right)
  const systemId = await tenant.system(`System ${Math.random()}`)
  const suiteId = await tenant.suite(systemId, 'release', 'f1:accuracy:gte:0.9')
  const submit = async (through: TestInstallation, metric_value: number, more: object = {}) => {
    const body = result({ ai_system_id: systemId, eval_suite: 'release', metric_value, ...more })
    return idsOf(await tenantOf(through, right.organization).rest('/ai-evaluations', body))[0]
  }
  const newest = () =>
    tenant.sql('select evaluation_id, metric_value from ingestion.newest_results_v1 where suite_id = $1', [
      suiteId,
    ])
  return { submit, newest }
}

test('the result committed last counts, whatever evaluated_at says', async () => {
  const { submit, newest } = await measured()
  for (const [metric_value, evaluated_at] of [
    [0.95, '2099-12-31T23:59:59Z'],
    [0.5, '2000-01-01T00:00:00Z'],
    [0.96, '2026-01-01T00:00:00Z'],
  ] as const) {
    const id = await submit(right, metric_value, { evaluated_at })
    expect(await newest()).toEqual([{ evaluation_id: id, metric_value }])
  }
})

test('the result committed last counts, even if its process’s clock is an hour off', async () => {
  const { submit, newest } = await measured()
  for (const [i, through] of [early, right, late, right, early, late].entries()) {
    const id = await submit(through, i)
    expect(await newest()).toEqual([{ evaluation_id: id, metric_value: i }])
  }
})

test('the last item of a batch for a measure counts', async () => {
  const tenant: Tenant = tenantOf(right)
  const systemId = await tenant.system('Batch')
  const suiteId = await tenant.suite(systemId, 'release', 'f1:accuracy:gte:0.9')
  const of = (metric_value: number, evaluated_at: string) =>
    result({ ai_system_id: systemId, eval_suite: suiteId, metric_value, evaluated_at })
  const answer = await tenant.rest('/ai-evaluations', [
    of(1, '2026-01-03T00:00:00Z'),
    of(2, '2026-01-02T00:00:00Z'),
    of(3, '2026-01-01T00:00:00Z'),
  ])
  expect(
    await tenant.sql('select evaluation_id from ingestion.newest_results_v1 where suite_id = $1', [suiteId]),
  ).toEqual([{ evaluation_id: idsOf(answer)[2] }])
})

test('a finding’s times are those of the database', async () => {
  const agent_identity = 'from the past'
  await tenantOf(late, right.organization).rest('/agent-runs', run({ agent_identity }))
  await tenantOf(early, right.organization).rest('/agent-runs', run({ agent_identity }))
  const [found] = await tenantOf(right).sql<{ fresh: boolean }>(
    `select first_at > now() - interval '5 minutes' and last_at <= now() and first_at <= last_at as fresh
     from ingestion.findings_v1 where agent_identity = $1`,
    [agent_identity],
  )
  expect(found).toEqual({ fresh: true })
})
