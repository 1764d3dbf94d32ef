import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPERATIONS } from '../../gateway/operations/index.ts'
import { settleIdleTraces } from '../../services/ingestion/spans/settle-idle.ts'
import { EndpointEntity } from '../../services/ingestion/store/entities/webhook.ts'
import { eventStore } from '../../services/ingestion/store/events.ts'
import { runStore } from '../../services/ingestion/store/runs.ts'
import { spanStore } from '../../services/ingestion/store/spans.ts'
import { systemClock } from '../../services/kernel/clock.ts'
import { openDatabase } from '../../services/kernel/database/database.ts'
import { silentLog } from '../../services/kernel/logging/log.ts'
import { connected, waitingForLocks } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { type Answer, call } from '../harness/rest.ts'
import { span } from '../ingestion/otlp-support.ts'
import { event, result, run, type Tenant, tenantOf } from '../ingestion/support.ts'

/* Calls of an API key that are under way while the key is revoked or expires. */

let at: TestInstallation
let tenant: Tenant
beforeAll(async () => {
  at = await bootInstallation()
  tenant = tenantOf(at)
})
afterAll(() => at.stop())

/** The objects that the calls are about. */
async function scene() {
  const incident = await tenant.rest('/incidents', { title: 'there already', severity: 'high' })
  const runs = await tenant.rest('/agent-runs', { runs: [run()] })
  const name = `system ${runs.body.data[0].id}`
  const system = await tenant.system(name)
  const decision = (await tenant.rest(`/gate-status/${system}`)).body.decision_id
  return { incident: incident.body.id, run: runs.body.data[0].id, name, system, decision }
}
type Scene = Awaited<ReturnType<typeof scene>>

const exported = (parent: string) => ({
  resourceSpans: [
    {
      scopeSpans: [
        {
          spans: [
            span(trace(), '1'.repeat(16), parent, 1, [
              ['gen_ai.operation.name', 'invoke_agent'],
              ['gen_ai.agent.name', 'late'],
            ]),
          ],
        },
      ],
    },
  ],
})
const trace = () => (++traces).toString(16).padStart(32, '0')
let traces = 0

/** Every call of a key that writes: the operation, its path, its body. */
const WRITES: [string, (scene: Scene) => [path: string, body?: object]][] = [
  ['createIncident', () => ['/api/v1/incidents', { title: 'late', severity: 'high' }]],
  ['setIncidentStatus', ({ incident }) => [`/api/v1/incidents/${incident}/status`, { status: 'resolved' }]],
  [
    'createAsset',
    () => [
      '/api/v1/assets',
      { name: 'late', asset_type: 'database', classification: 'restricted', business_criticality: 'high' },
    ],
  ],
  ['createSupplier', () => ['/api/v1/suppliers', { name: 'late', category: 'critical' }]],
  [
    'submitEvaluations',
    ({ name }) => ['/api/v1/ai-evaluations', { evaluations: [result({ ai_system_name: name })] }],
  ],
  ['submitRuns', () => ['/api/v1/agent-runs', { runs: [run()] }]],
  ['submitRunEvents', ({ run }) => [`/api/v1/agent-runs/${run}/events`, { events: [event(1)] }]],
  ['queryGate', ({ system }) => [`/api/v1/gate-status/${system}`]],
  ['queryGateByName', ({ name }) => [`/api/v1/gate-status?ai_system_name=${encodeURIComponent(name)}`]],
  ['attestDecision', ({ decision }) => [`/api/v1/gate-decisions/${decision}/attestation`]],
  ['reportSpans, a whole trace', () => ['/otlp/v1/traces', exported('')]],
  ['reportSpans, a span that waits for its root', () => ['/otlp/v1/traces', exported('2'.repeat(16))]],
]
const WITHOUT_BODY = ['queryGate', 'queryGateByName', 'attestDecision']
const WITH_BODY = WRITES.filter(([name]) => !WITHOUT_BODY.includes(name))

test('the tests of this file include every operation that writes', () => {
  const writing = OPERATIONS.filter(({ writes }) => writes).map(({ id }) => id)
  expect(
    WRITES.map(([name]) => name)
      .filter((name) => !name.startsWith('reportSpans'))
      .sort(),
  ).toEqual(writing.sort())
})

/** All that the organization has: entries of what was written, and spans that wait. */
async function written() {
  const [row] = await tenant.sql<object>(
    `select (select count(*) from ledger.entries where org_id = $1 and entry like '%"outcome":"ok"%') as entries,
       (select count(*) from ingestion.spans where org_id = $1) as spans`,
    [at.organization.id],
  )
  return row!
}

const END: [string, (id: string) => Promise<unknown>][] = [
  ['is revoked', (id) => at.organization.revokeKey(id)],
  ['expires', (id) => tenant.sql('update ledger.api_keys set expires_at = now() where id = $1', [id])],
]
const LATE = END.flatMap(([how, end]) => WITH_BODY.map((write) => [how, ...write, end] as const))

test.each(LATE)(
  'nothing is written if the key %s while the body arrives: %s',
  async (how, name, callOf, end) => {
    const [path, body] = callOf(await scene())
    const made = await at.organization.makeKey({})
    // So that it counts as in use, which is noted by another statement.
    await call(at.baseUrl, '/api/v1/openapi.json', { key: made.key })
    const first = await drawn(made.id)
    const slow = slowly(path, made.key, JSON.stringify(body))
    await expect.poll(() => drawn(made.id)).not.toEqual(first)
    await end(made.id)
    const before = await written()
    const answer = await slow()
    expect([how, name, answer.status]).toEqual([how, name, 401])
    if (path.startsWith('/api')) expect(answer.body.error).toMatchObject({ code: 'unauthorized' })
    expect(await written()).toEqual(before)
    const operation = name.split(',')[0]
    const entries = await tenant.sql<{ entry: string }>(
      `select entry from ledger.entries where org_id = $1 and entry like '%"id":"' || $2 || '","kind":"api_key"%'
     order by id desc limit 1`,
      [at.organization.id, made.id],
    )
    expect(JSON.parse(entries[0]!.entry)).toMatchObject({
      operation,
      outcome: 'refused',
      code: 'unauthorized',
    })
  },
)

test.each(WRITES)('nothing is written while the key is being revoked: %s', async (_, callOf) => {
  const [path, body] = callOf(await scene())
  const made = await at.organization.makeKey({})
  await connected(at.databaseUrl, async (run) => {
    await run('begin')
    await run('select ledger.lock_key($1, $2)', [at.organization.id, made.id])
    const before = await written()
    expect((await call(at.baseUrl, path, { key: made.key, body })).status).toBe(401)
    expect(await written()).toEqual(before)
    await run('rollback')
  })
  expect((await call(at.baseUrl, path, { key: made.key, body })).status).toBeLessThan(300)
})

test('a revocation waits for a call that is about to commit, and later calls with the key are refused', async () => {
  const [made, other] = [await at.organization.makeKey({}), await at.organization.makeKey({})]
  const title = { title: 'late', severity: 'high' }
  await connected(at.databaseUrl, async (run) => {
    await run('begin')
    await run('select ledger.hold_keys(array[$1]::uuid[], array[$2]::uuid[])', [at.organization.id, made.id])
    let revoked = false
    const revoking = at.organization.revokeKey(made.id).then(() => {
      revoked = true
    })
    await expect.poll(() => waitingForLocks(at.databaseUrl)).toBe(1)
    const late = await Promise.all(
      [made, other, made, other].map(({ key }) =>
        call(at.baseUrl, '/api/v1/incidents', { key, body: title }),
      ),
    )
    expect(late.map(({ status }) => status)).toEqual([401, 201, 401, 201])
    expect(revoked).toBe(false)
    await run('commit')
    await revoking
  })
})

test('spans reported before their key was revoked are still settled in its name', async () => {
  const organization = await at.another()
  const spans = exported('2'.repeat(16))
  expect((await call(at.baseUrl, '/otlp/v1/traces', { key: organization.key, body: spans })).status).toBe(200)
  await organization.revokeKey(organization.keyId)
  const db = await openDatabase({
    ...{ url: at.databaseUrl, service: 'ingestion' as const, entities: [EndpointEntity], log: silentLog },
  })
  const stores = { runs: runStore(db), events: eventStore(db), spans: spanStore(db) }
  const log = { ...silentLog, warn: (...line: unknown[]) => void failed.push(line) }
  const failed: unknown[] = []
  const context = { ...stores, clock: systemClock, log }
  const sweep = settleIdleTraces(context, { everyMs: 20, idleSeconds: 0, unnamedSeconds: 0 })
  const runs = () => tenant.sql('select from ingestion.agent_runs where org_id = $1', [organization.id])
  await expect.poll(async () => [(await runs()).length, failed]).toEqual([1, []])
  await sweep.stop()
  await db.close()
})

/** Begins a call whose body stops before its end. @returns what sends the rest */
function slowly(path: string, key: string, body: string): () => Promise<Answer> {
  const headers = {
    ...{ authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    'content-length': Buffer.byteLength(body),
  }
  const sent = request(`${at.baseUrl}${path}`, { method: 'POST', headers })
  const answer = new Promise<Answer>((resolve, reject) => {
    sent.once('error', reject)
    sent.once('response', async (response) => {
      const text = (await response.toArray()).join('')
      const headers = new Headers()
      resolve({ status: response.statusCode!, headers, text, body: JSON.parse(text) })
    })
  })
  sent.write(body.slice(0, 5))
  return () => {
    sent.end(body.slice(5))
    return answer
  }
}

/** The window of a key's quota and how many calls it admitted: another one after each admission, also when a minute begins. */
async function drawn(id: string): Promise<object | undefined> {
  const [row] = await tenant.sql<object>('select bucket, used from ledger.quotas where subject = $1', [
    `key:${id}`,
  ])
  return row
}
