import { randomUUID } from 'node:crypto'
import { Code } from '@connectrpc/connect'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Role } from '../../proto/gen/attestry/common/v1/caller_pb.ts'
import { CertificationService } from '../../proto/gen/attestry/gate/v1/certifications_pb.ts'
import { UserService } from '../../proto/gen/attestry/ledger/v1/users_pb.ts'
import { exported, outcome } from '../evidence/support/export.ts'
import { controlClient } from '../harness/control.ts'
import { connected, sql, waitingForTable } from '../harness/database.ts'
import { call } from '../harness/rest.ts'
import { expectWhole } from '../process/support/integrity.ts'
import { type ProcessName, type Split, serveSplit } from '../process/support/split.ts'
import { send } from '../webhook/support/send.ts'
import { type Fixture, makeFixture } from './support/fixture.ts'

const TIMEOUT = { timeout: 300_000 }
const POLL = { timeout: 120_000 }

let fixture: Fixture
let split: Split
beforeAll(async () => {
  fixture = await makeFixture()
  split = await serveSplit(fixture.scene.env)
})
afterAll(async () => {
  await split.stop()
  await fixture.clear()
})

test.each<ProcessName>(['gateway', 'ingestion'])(
  'results whose statement waits while the %s is killed are there once after the retry',
  TIMEOUT,
  async (victim) => {
    const { key } = fixture.scene.organization
    const one = { ...RESULT, ai_system_id: fixture.scene.systemId, metric_name: victim }
    const headers = { 'idempotency-key': randomUUID() }
    const submit = () =>
      call(split.baseUrl, '/api/v1/ai-evaluations', { key, body: { evaluations: [one, one, one] }, headers })
    expect(await killedWhileWaiting(victim, 'ingestion.evaluations', submit)).not.toMatchObject({
      status: 201,
    })
    expect((await submit()).status).toBe(201)
    const stored = `select count(*) as n from ingestion.evaluations where record::jsonb ->> 'metric_name' = $1`
    expect(await count(stored, victim)).toBe(3)
  },
)

test.each<ProcessName>(['ingestion', 'ledger'])(
  'a webhook call of 200 alerts whose statement waits while the %s is killed opens each once',
  TIMEOUT,
  async (victim) => {
    const { endpoint } = fixture.scene
    const deliver = () => send(split.baseUrl, endpoint, alertsOf(victim), { format: 'vendor_siem' })
    expect((await killedWhileWaiting(victim, 'ledger.incidents', deliver)) as object).toMatchObject({
      status: 500,
    })
    expect((await deliver()).status).toBeLessThan(300)
    const opened = `select count(*) as n from ledger.incidents where record::jsonb ->> 'title' like $1`
    expect(await count(opened, `%a-${victim}-%`)).toBe(200)
  },
)

test(
  'a certification whose statement waits while the gate is killed has its entry or is not there',
  TIMEOUT,
  async () => {
    const { organization, systemId } = fixture.scene
    const result = {
      ...RESULT,
      ai_system_id: systemId,
      eval_type: 'drift',
      metric_name: 'psi',
      eval_suite: 'release',
    }
    const { key } = organization
    const body = { evaluations: [{ ...result, metric_value: 0.1 }] }
    expect((await call(split.baseUrl, '/api/v1/ai-evaluations', { key, body })).status).toBe(201)
    const client = controlClient(split.baseUrl, CertificationService, organization.admin.session)
    const { reviewedHash } = await client.review({ aiSystemId: systemId })
    const failed = await killedWhileWaiting('gate', 'gate.certifications', () =>
      client.certify({ aiSystemId: systemId, reviewedHash }),
    )
    expect(failed).toMatchObject({ code: Code.Unavailable })
    const certified = `select count(*) as n from gate.certifications where record::jsonb ->> 'ai_system_id' = $1`
    const entered = `select count(*) as n from ledger.entries where org_id = $1 and entry::jsonb ->> 'operation' = 'certify'
    and entry::jsonb ->> 'outcome' = 'ok'`
    expect(await count(certified, systemId)).toBe(await count(entered, organization.id))
  },
)

test(
  'a person’s call during which the ledger is killed is answered as unavailable, also to clients of Connect',
  TIMEOUT,
  async () => {
    const { session } = fixture.scene.organization.admin
    const users = controlClient(split.baseUrl, UserService, session)
    const invite = () => users.inviteUser({ email: 'invited@example.com', role: Role.MEMBER })
    expect(await killedWhileWaiting('ledger', 'ledger.users', invite)).toMatchObject({
      code: Code.Unavailable,
    })
    // Only its entry says whether the call took effect.
    const entries = `select count(*) as n from ledger.entries
      where entry::jsonb ->> 'operation' = 'inviteUser' and entry::jsonb ->> 'outcome' = $1`
    const known = `select count(*) as n from ledger.users where email = $1`
    expect(await count(known, 'invited@example.com')).toBe(await count(entries, 'ok'))
  },
)

test('after these kills every record has its entry, and a package verifies', TIMEOUT, async () => {
  await expectWhole(fixture.postgres.url)
  expect(await outcome(await exported(split, fixture.scene.organization.admin.session))).toBe('verified')
})

/**
 * Kills a process while a statement of the call waits in the database, lets the statement go on, and starts the process again.
 *
 * @param table a table that nothing but the call writes to
 * @returns the outcome of the call, or its error
 */
async function killedWhileWaiting(
  victim: ProcessName,
  table: string,
  begin: () => Promise<unknown>,
): Promise<unknown> {
  const { url } = fixture.postgres
  const { outcome: first } = await connected(url, async (run) => {
    await run('begin')
    await run(`lock table ${table} in share mode`)
    const going = begin().catch((error: unknown) => error)
    await expect.poll(() => waitingForTable(url, table), POLL).toBeGreaterThan(0)
    await split.process(victim).end('SIGKILL')
    await run('commit')
    return { outcome: going }
  })
  await expect.poll(() => waitingForTable(url, table), POLL).toBe(0)
  const answered = await first
  await split.start(victim)
  return answered
}

async function count(text: string, value: string): Promise<number> {
  const [row] = await sql<{ n: string }>(fixture.postgres.url, text, [value])
  return Number(row!.n)
}

function alertsOf(name: string): string {
  const alerts = Array.from({ length: 200 }, (_, i) => ({
    ...{ status: 'firing', labels: { alertname: `a-${name}-${i}`, severity: 'critical' }, annotations: {} },
    ...{ startsAt: '2026-01-01T00:00:00Z', endsAt: '0001-01-01T00:00:00Z', fingerprint: `${name}${i}` },
  }))
  const common = { groupLabels: {}, commonLabels: {}, commonAnnotations: {} }
  const head = { version: '4', status: 'firing', receiver: 'r', externalURL: 'http://a', groupKey: '{}' }
  return JSON.stringify({ ...head, ...common, alerts })
}

const RESULT = {
  ...{ source: 's', source_kind: 'custom', eval_type: 'custom', metric_value: 1, passed: true },
  ...{ evaluated_at: '2026-01-01T00:00:00Z', payload: {} },
}
