import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_READ } from '../../services/kernel/database/filtered/filtered-list.ts'
import { acting, createScenario } from '../evidence/support/scenario.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import { signatureOf } from '../webhook/support/send.ts'
import { all, type List, listBy, type Row } from './list-by.ts'

let at: TestInstallation
let scenario: Awaited<ReturnType<typeof createScenario>>
let endpointId: string
beforeAll(async () => {
  at = await bootInstallation()
  scenario = await createScenario(at, at.organization)
  const { post, asAdmin } = acting(at, at.organization.key, at.organization.admin.session)
  await post('/ai-evaluations', {
    ...{ source: 'ci', eval_type: 'bias', metric_name: 'gap', metric_value: 1, passed: false },
    ...{ ai_system_id: scenario.systemId, evaluated_at: '2026-01-01T00:00:00Z' },
  })
  for (const [run_ref, status] of [
    ['a', 'running'],
    ['b', 'failed'],
    ['c', 'completed'],
    ['d', 'failed'],
  ])
    await post('/agent-runs', {
      ...{ run_ref, status, started_at: new Date().toISOString() },
      agent_identity: run_ref === 'd' ? 'agent of Scoring' : 'unknown agent',
    })
  const made = await asAdmin('ingestion.v1.WebhookService/CreateWebhookEndpoint', {
    ...{ name: 'filtered', format: 'WEBHOOK_FORMAT_SERVICE' },
  })
  endpointId = made.endpoint.id
  const alert = (id: string) => JSON.stringify({ ...ALERT, external_id: id })
  for (const [body, secret] of [
    [alert('event-1'), made.secret],
    [alert('event-1'), made.secret],
    [alert('event-2'), made.secret],
    ['{', made.secret],
    ['[]', made.secret],
    ['{', 'whsec_other'],
  ]) {
    const signature = signatureOf(secret, Math.floor(Date.now() / 1000), body)
    await call(at.baseUrl, made.endpoint.path, { body, headers: { 'x-service-signature': signature } })
  }
})
afterAll(() => at.stop())

/** A list of the control API as the administrator reads it. */
const listOf = (
  method: string,
  rows: string,
  fixed: () => object = () => ({}),
  session?: () => string,
): List => listBy(() => at, session ?? (() => at.organization.admin.session), method, rows, fixed)
const evaluations = listOf('ingestion.v1.EvaluationService/ListEvaluations', 'evaluations')
const runs = listOf('ingestion.v1.AgentRunService/ListRuns', 'runs')
const decisions = listOf('gate.v1.GateService/ListDecisions', 'decisions')
const ofEndpoint = () => ({ endpointId })
const deliveries = listOf('ledger.v1.IncidentService/ListWebhookDeliveries', 'deliveries', ofEndpoint)
const everyDelivery = listOf('ledger.v1.IncidentService/ListWebhookDeliveries', 'deliveries')
const entries = listOf('ledger.v1.AuditService/ListEntries', 'entries')
const assets = listOf('ledger.v1.AssetService/ListAssets', 'assets')
const suppliers = listOf('ledger.v1.SupplierService/ListSuppliers', 'suppliers')
const rejected = listOf('ingestion.v1.WebhookService/ListRejectedDeliveries', 'deliveries', () => ({
  id: endpointId,
}))

describe('a filtered list is the whole list without the rows that the filter excludes, in the same order', () => {
  const CASES: [string, List, object, (row: Row) => boolean][] = [
    ['results that passed', evaluations, { passed: true }, ({ passed }) => passed === true],
    ['results that did not', evaluations, { passed: false }, ({ passed }) => passed !== true],
    ['results of a metric', evaluations, { metricName: 'rate' }, ({ metricName }) => metricName === 'rate'],
    ['results of no metric', evaluations, { metricName: `r"'$1\\` }, () => false],
    ['failed runs', runs, { status: ['RUN_STATUS_FAILED'] }, ({ status }) => status === 'RUN_STATUS_FAILED'],
    [
      'runs in two statuses',
      runs,
      { status: ['RUN_STATUS_RUNNING', 'RUN_STATUS_COMPLETED'] },
      ({ status }) => status !== 'RUN_STATUS_FAILED',
    ],
    [
      'failed runs of an agent',
      runs,
      { status: ['RUN_STATUS_FAILED'], agentIdentity: 'agent of Scoring' },
      ({ runRef }) => runRef === 'd',
    ],
    [
      'blocking decisions',
      decisions,
      { decision: 'VERDICT_BLOCK' },
      ({ decision }) => decision === 'VERDICT_BLOCK',
    ],
    [
      'decisions by reason',
      decisions,
      { reason: 'BLOCK_REASON_OPEN_DRIFT_TRIGGER' },
      ({ reasons = [] }) => reasons.includes('BLOCK_REASON_OPEN_DRIFT_TRIGGER'),
    ],
    ['repeated deliveries', deliveries, { outcome: 'replay' }, ({ outcome }) => outcome === 'replay'],
    ['signed rejected calls', rejected, { signed: true }, ({ signed }) => signed === true],
    ['unsigned rejected calls', rejected, { signed: false }, ({ signed }) => signed !== true],
    ['rejected calls by code', rejected, { code: 'invalid_json' }, ({ code }) => code === 'invalid_json'],
    ['results by words', evaluations, { search: 'BIAS  gap' }, ({ metricName }) => metricName === 'gap'],
    [
      'runs by words',
      runs,
      { search: 'OF scor' },
      ({ agentIdentity }) => agentIdentity === 'agent of Scoring',
    ],
    [
      'decisions by words',
      decisions,
      { search: 'open_Drift' },
      ({ reasons = [] }) => reasons.includes('BLOCK_REASON_OPEN_DRIFT_TRIGGER'),
    ],
    [
      'deliveries by event id',
      deliveries,
      { search: 'event-2' },
      ({ externalId }) => externalId === 'event-2',
    ],
    ['rejected calls by words', rejected, { search: 'invalid JSON' }, ({ code }) => code === 'invalid_json'],
  ]
  test.each(CASES)('%s', async (name, list, query, shows) => {
    const whole = await all(list, {}, 50)
    const expected = whole.filter(shows)
    if (!name.startsWith('results of no')) expect(expected.length).toBeGreaterThan(0)
    expect(expected.length).toBeLessThan(whole.length)
    expect(await all(list, query)).toEqual(expected)
  })

  test.each<[string, List, string, string]>([
    ['results', evaluations, 'created', 'createdAt'],
    ['runs', runs, 'created', 'createdAt'],
    ['decisions', decisions, 'decided', 'decidedAt'],
    ['deliveries', deliveries, 'received', 'receivedAt'],
    ['rejected calls', rejected, 'received', 'receivedAt'],
  ])('%s by time: since is inclusive, until exclusive', async (_, list, word, field) => {
    const whole = await all(list, {}, 50)
    const middle = whole[Math.floor(whole.length / 2)]![field]
    // Compared as instants: in the JSON of protobuf a whole second has no fraction, and sorts after its own milliseconds as a text.
    const later = whole.filter((row) => Date.parse(row[field]) >= Date.parse(middle))
    expect(await all(list, { [`${word}Since`]: middle })).toEqual(later)
    expect(await all(list, { [`${word}Until`]: middle })).toEqual(whole.slice(later.length))
    await expect(list({ [`${word}Since`]: '1999-01-01T00:00:00Z' })).rejects.toMatchObject({ status: 400 })
  })
})

describe('every list has both orders, and counts the rows of its filter', () => {
  const LISTS: [string, List, object][] = [
    ['results', evaluations, {}],
    ['results that passed', evaluations, { passed: true }],
    ['runs', runs, {}],
    ['failed runs', runs, { status: ['RUN_STATUS_FAILED'] }],
    ['decisions', decisions, {}],
    ['decisions of a system', decisions, { aiSystemId: 'any' }],
    ['blocking decisions', decisions, { decision: 'VERDICT_BLOCK' }],
    ['deliveries of an endpoint', deliveries, {}],
    ['deliveries of every endpoint', everyDelivery, {}],
    ['repeated deliveries', everyDelivery, { outcome: 'replay' }],
    ['rejected calls', rejected, {}],
    ['signed rejected calls', rejected, { signed: true }],
    ['assets', assets, {}],
    ['suppliers', suppliers, {}],
    ['entries', entries, { operation: 'submitRuns' }],
    ['entries by words', entries, { search: 'api_key RUNS' }],
  ]
  test.each(LISTS)('%s', async (_, list, asked) => {
    const query = 'aiSystemId' in asked ? { aiSystemId: scenario.systemId } : asked
    const newest = await all(list, query)
    expect(newest.length).toBeGreaterThan(0)
    expect(await all(list, { ...query, order: 'ROW_ORDER_OLDEST' })).toEqual(newest.toReversed())
    const { rows, count } = await list({ ...query, withCount: true, limit: 1 })
    expect(rows).toEqual(newest.slice(0, 1))
    expect(count).toEqual({ count: String(newest.length) })
  })

  test('searching for a row’s id finds that row, and other filters still apply', async () => {
    const [newest, older] = await all(runs, {})
    expect(await all(runs, { search: older.id.toUpperCase() })).toEqual([older])
    expect(await all(runs, { search: older.id, agentIdentity: 'nobody' })).toEqual([])
    const { rows, count } = await runs({ search: newest.id, withCount: true })
    expect([rows.length, count]).toEqual([1, { count: '1' }])
  })

  test('a list counts only when asked, and refuses an unknown order', async () => {
    for (const [, list] of LISTS) {
      expect(await list({})).not.toHaveProperty('count')
      await expect(list({ order: 7 })).rejects.toMatchObject({ status: 400 })
    }
  })
})

test('AI system, profile and type filter a list like any other filter', async () => {
  const { systemId, profileId } = scenario
  const passed = { passed: true, aiSystemId: systemId, evalType: 'prompt_injection' }
  expect((await evaluations(passed)).rows).toHaveLength(2)
  expect((await evaluations({ ...passed, evalType: 'bias' })).rows).toEqual([])
  const failed = { status: ['RUN_STATUS_FAILED'], aiAgentProfileId: profileId }
  expect((await runs(failed)).rows.map(({ runRef }) => runRef)).toEqual(['d'])
  expect((await decisions({ decision: 'VERDICT_PASS', aiSystemId: systemId })).rows).toHaveLength(1)
  const other = '018f0000-0000-7000-8000-000000000001'
  expect((await decisions({ decision: 'VERDICT_PASS', aiSystemId: other })).rows).toEqual([])
})

test('another organization sees no rows, and invalid filters are named', async () => {
  const other = await at.another()
  const theirs = (method: string, rows: string) =>
    listOf(
      method,
      rows,
      () => ({}),
      () => other.admin.session,
    )
  const of = (query: object, list: List) => list(query as { [name: string]: unknown })
  expect(
    (await of({ passed: true }, theirs('ingestion.v1.EvaluationService/ListEvaluations', 'evaluations')))
      .rows,
  ).toEqual([])
  expect(
    (await of({ status: ['RUN_STATUS_FAILED'] }, theirs('ingestion.v1.AgentRunService/ListRuns', 'runs')))
      .rows,
  ).toEqual([])
  expect(
    (await of({ decision: 'VERDICT_BLOCK' }, theirs('gate.v1.GateService/ListDecisions', 'decisions'))).rows,
  ).toEqual([])
  const foreign = theirs('ledger.v1.IncidentService/ListWebhookDeliveries', 'deliveries')
  expect((await of({ endpointId, outcome: 'replay' }, foreign)).rows).toEqual([])
  for (const [list, query, field] of [
    [deliveries, { outcome: 'taken' }, 'outcome'],
    [runs, { agentIdentity: '\0' }, 'agent_identity'],
    [evaluations, { metricName: 'x'.repeat(201) }, 'metric_name'],
    [rejected, { code: '\ud800' }, 'code'],
    [rejected, { search: '\0' }, 'search'],
    [decisions, { search: ' \t' }, 'search'],
    [entries, { search: 'x'.repeat(201) }, 'search'],
    [entries, { afterLeaf: '0', order: 'ROW_ORDER_OLDEST' }, 'order'],
  ] as [List, object, string][])
    await expect(of(query, list), field).rejects.toMatchObject({ status: 400 })
})

test('REST lists of results and runs have the same filters', async () => {
  const { key } = at.organization
  const listed = async (path: string) => (await call(at.baseUrl, `/api/v1/${path}`, { key })).body.data
  expect((await listed('agent-runs?status=failed')).map(({ run_ref }: Row) => run_ref)).toEqual(['d', 'b'])
  expect(await listed('agent-runs?status=failed,running&agent_identity=unknown%20agent')).toHaveLength(2)
  const failed = await listed('ai-evaluations?passed=false')
  expect(failed.length).toBeGreaterThan(0)
  for (const { passed } of failed) expect(passed).toBe(false)
  const wrong = await call(at.baseUrl, '/api/v1/agent-runs?status=fialed', { key })
  expect([wrong.status, Object.keys(wrong.body.error.details.fieldErrors)]).toEqual([400, ['status']])
})

test('a page reads a bounded number of rows, and the next page continues without gaps or repetitions', async () => {
  const { id, key, admin } = await at.another()
  const { post } = acting(at, key, admin.session)
  const submit = (...refs: string[]) =>
    post(
      '/agent-runs',
      refs.map((run_ref) => ({
        ...{ agent_identity: 'many', status: 'failed', started_at: '2026-01-01T00:00:00Z', run_ref },
      })),
    )
  await submit('first')
  // As many runs with the ids after it, written as that one was.
  await sql(
    at.databaseUrl,
    `insert into ingestion.agent_runs (org_id, id, entry_id, position, record, run_ref, agent_identity)
     select org_id, made.id::uuid, entry_id, n, replace(replace(record, r.id::text, made.id), '"failed"', '"completed"'),
       'copy ' || n, agent_identity
     from ingestion.agent_runs r cross join generate_series(1, $2) n
     cross join lateral (select left(r.id::text, 19) || 'ffff-' || lpad(to_hex(n), 12, '0') as id) made
     where org_id = $1`,
    [id, MAX_READ],
  )
  await submit('second', 'third')
  const list = listOf(
    'ingestion.v1.AgentRunService/ListRuns',
    'runs',
    () => ({}),
    () => admin.session,
  )
  const failed = { status: ['RUN_STATUS_FAILED'] }
  const first = await list(failed)
  expect(first.rows).toHaveLength(2)
  const second = await list({ ...failed, cursor: first.next })
  expect([second.rows.length, second.next]).toEqual([1, ''])
  expect(await all(list, failed, 1)).toEqual([...first.rows, ...second.rows])
  const { count } = await list({ ...failed, withCount: true })
  expect(count).toEqual({ count: '2', more: true })
})

const ALERT = { title: 'Alert', severity: 'high', source_system: 'siem', occurred_at: '2026-01-01T00:00:00Z' }
