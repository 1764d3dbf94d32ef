import { beforeAll, expect, test } from 'vitest'
import { leafHash } from '../../services/kernel/crypto/merkle.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import type { Answer } from '../harness/rest.ts'
import { problemsOf } from '../state/support/verification.ts'
import { event, idsOf, result, run, type Tenant, tenantOf } from './support.ts'

let at: TestInstallation
let tenant: Tenant
beforeAll(async () => {
  at = await bootInstallation()
  tenant = tenantOf(at)
})

const times = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i))

/** One answer created something; all others name what it created. */
function expectOneWinner(answers: Answer[], key: string): void {
  const won = answers.filter(({ status }) => status === 201)
  expect(won).toHaveLength(1)
  const created = new Map(won[0]!.body.data.map((item: { [key: string]: unknown }) => [item[key], item.id]))
  for (const { status, body } of answers.filter((answer) => answer !== won[0])) {
    expect(status).toBe(400)
    expect(body.error.code).toBe('validation_error')
    const { duplicates } = body.error.details
    expect(duplicates).not.toHaveLength(0)
    for (const item of duplicates) expect(item.id).toBe(created.get(item[key]))
  }
}

test('of 50 simultaneous submissions of one run_ref, one wins and 49 are refused with its run’s id', async () => {
  const answers = await Promise.all(
    times(50, () => tenant.rest('/agent-runs', run({ run_ref: 'contested' }))),
  )
  expectOneWinner(answers, 'run_ref')
})

test('of 50 simultaneous submissions of one seq, one wins and 49 are refused with its event’s id', async () => {
  const [runId] = idsOf(await tenant.rest('/agent-runs', run()))
  const path = `/agent-runs/${runId}/events`
  expectOneWinner(await Promise.all(times(50, () => tenant.rest(path, event(1)))), 'seq')
})

test('overlapping batches in any order store each run_ref and seq once, and each batch completely or not at all', async () => {
  const refs = times(20, (i) => `overlap-${i}`)
  const rotated = <T>(items: T[], by: number): T[] => [...items.slice(by), ...items.slice(0, by)]
  const inOrder = (i: number) => (i % 2 === 0 ? rotated(refs, i) : rotated(refs, i).reverse())
  const runs = await Promise.all(
    times(20, (i) =>
      tenant.rest(
        '/agent-runs',
        inOrder(i).map((run_ref) => run({ run_ref })),
      ),
    ),
  )
  expectOneWinner(runs, 'run_ref')
  const [runId] = idsOf(await tenant.rest('/agent-runs', run()))
  const seqs = times(40, (i) => i)
  const events = await Promise.all(
    times(20, (i) =>
      tenant.rest(
        `/agent-runs/${runId}/events`,
        rotated(seqs, i * 2).map((seq) => event(seq)),
      ),
    ),
  )
  expectOneWinner(events, 'seq')
})

test('valid submissions among colliding ones are stored although those are refused', async () => {
  await tenant.rest('/agent-runs', run({ run_ref: 'taken' }))
  const answers = await Promise.all(
    times(40, (i) => tenant.rest('/agent-runs', run(i % 2 === 0 ? { run_ref: 'taken' } : {}))),
  )
  expect(answers.map(({ status }) => status)).toEqual(times(40, (i) => (i % 2 === 0 ? 400 : 201)))
})

test('simultaneous batches over the same measures do not deadlock, and the newest result is a last one', async () => {
  const systemId = await tenant.system('Measured')
  const metrics = times(12, (i) => `metric ${i}`)
  const suiteId = await tenant.suite(systemId, 'release', ...metrics.map((metric) => `${metric}:drift:lte:0`))
  const answers = await Promise.all(
    times(30, (i) => {
      const ordered = i % 2 === 0 ? metrics : metrics.toReversed()
      const more = { ai_system_id: systemId, eval_type: 'drift', eval_suite: 'release', metric_value: i }
      return tenant.rest(
        '/ai-evaluations',
        ordered.map((metric_name) => result({ ...more, metric_name })),
      )
    }),
  )
  expect(answers.map(({ status }) => status)).toEqual(times(30, () => 201))
  const newest = await tenant.sql<{ metric_value: number }>(
    'select metric_value from ingestion.newest_results_v1 where suite_id = $1',
    [suiteId],
  )
  expect(newest).toHaveLength(metrics.length)
  expect(new Set(newest.map(({ metric_value }) => metric_value)).size).toBe(1)
  const found = await tenant.sql<{ occurrences: string }>(
    "select occurrences from ingestion.findings_v1 where ai_system_id = $1 and kind = 'drift'",
    [systemId],
  )
  expect(found.map(({ occurrences }) => occurrences)).toEqual(metrics.map(() => '29'))
})

test('of several simultaneous results any may be the newest, and of the first findings any may open the subject', async () => {
  const systemId = await tenant.system('Crowded')
  const suiteId = await tenant.suite(systemId, 'release', 'psi:drift:lte:0')
  const more = { ai_system_id: systemId, eval_type: 'drift', eval_suite: 'release', metric_name: 'psi' }
  const answers = await Promise.all(
    times(30, (i) => tenant.rest('/ai-evaluations', result({ ...more, metric_value: i + 1 }))),
  )
  const ids = answers.map((answer) => idsOf(answer)[0]!)
  const problems = () => problemsOf(at.databaseUrl, tenant.organization.id)
  await expect.poll(problems).toEqual([])
  // As if the statements of thirty calls had been committed in another order.
  const id = ids[12]!
  const [row] = await tenant.sql<{ record: string }>(
    'select record from ingestion.evaluations where id = $1',
    [id],
  )
  const { metric_value, payload_hash } = JSON.parse(row!.record)
  await tenant.sql(
    `update ingestion.newest_results
      set evaluation_id = $2, metric_value = $3, record_hash = $4, payload_hash = $5 where suite_id = $1`,
    [suiteId, id, metric_value, leafHash(row!.record), payload_hash],
  )
  await tenant.sql(
    `update ingestion.finding_subjects set newest_source_id = $2, finding_id = (
        select id from ingestion.findings where record::jsonb ->> 'source_id' = $3)
      where ai_system_id = $1`,
    [systemId, ids[13], ids[14]],
  )
  expect(await problems()).toEqual([])
})

test('runs and events that race with profile changes are compared with one version of the profile', async () => {
  const systemId = await tenant.system('Changing')
  const profileId = await tenant.profile(systemId, 'changing', { tools: ['a'] })
  const runIds = idsOf(
    await tenant.rest(
      '/agent-runs',
      times(8, () => run({ agent_identity: 'changing' })),
    ),
  )
  const [answers] = await Promise.all([
    Promise.all(
      times(80, (i) =>
        tenant.rest(
          `/agent-runs/${runIds[i % 8]}/events`,
          ['a', 'b'].map((tool_name, j) => event(i * 2 + j, { event_type: 'tool_call', tool_name })),
        ),
      ),
    ),
    (async () => {
      for (let i = 0; i < 12; i++) await tenant.updateProfile(profileId, i % 2 === 0 ? ['b'] : ['a'])
    })(),
  ])
  expect(answers.map(({ status }) => status)).toEqual(times(80, () => 201))
  const records = await tenant.sql<{ entry_id: string; record: string }>(
    "select entry_id, record from ingestion.records_v1 where type = 'findings' and id in (select id from ingestion.findings) order by entry_id",
  )
  const ofProfile = records.filter(({ record }) => JSON.parse(record).profile_id === profileId)
  expect(ofProfile).toHaveLength(80)
  expect(new Set(ofProfile.map(({ entry_id }) => entry_id)).size).toBe(80)
  for (const { record } of ofProfile) {
    const { tool_name, profile_version } = JSON.parse(record)
    expect(tool_name).toBe(profile_version % 2 === 1 ? 'b' : 'a')
  }
})

/** The counts of connections are known once the connections are closed. */
test('the database recorded no deadlock during these races', async () => {
  await at.stop()
  const others = 'select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
  while ((await tenant.sql(others)).length > 0) await new Promise((resolve) => setTimeout(resolve, 20))
  const [row] = await tenant.sql<{ deadlocks: string }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  )
  expect(row!.deadlocks).toBe('0')
})
