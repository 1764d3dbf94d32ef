import { randomBytes } from 'node:crypto'
import { Code } from '@connectrpc/connect'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { KeyService } from '../../proto/gen/attestry/ledger/v1/keys_pb.ts'
import { sha256 } from '../../services/kernel/crypto/digest.ts'
import { Role } from '../../services/kernel/identity/caller.ts'
import { mintId } from '../../services/kernel/values/ids.ts'
import { STALL_MS } from '../../verifier/src/replay/state/history.mjs'
import { makePerson, personAt } from '../gate/people.ts'
import { controlClient } from '../harness/control.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { exported, outcome, verify } from './support/export.ts'
import { acting, createScenario, toolCall } from './support/scenario.ts'

let at: TestInstallation
let passedMs = 0
beforeAll(async () => {
  at = await bootInstallation({ clock: { now: () => new Date(Date.now() + passedMs) } })
})
afterAll(() => at.stop())

test('verify.mjs finds a pass that followed the deletion of a trigger in the database', async () => {
  const org = await at.another()
  const scenario = await createScenario(at, org, org.id)
  const { post, get } = acting(at, org.key, org.admin.session)
  const run = await post('/agent-runs', {
    agent_identity: `agent of ${org.id}`,
    run_ref: 'another run',
    started_at: new Date().toISOString(),
  })
  await post(`/agent-runs/${run.data[0].id}/events`, [toolCall('wipe', 0)])
  const ask = () => get(`/gate-status/${scenario.systemId}`)
  expect(await ask()).toMatchObject({ decision: 'block', reasons: ['open_drift_trigger'] })
  const honest = await verify(await exported(at, org.admin.session))
  expect(honest.steps.at(-3)).toMatchObject({ step: 'replay', status: 'PASS' })

  await sql(
    at.databaseUrl,
    "delete from ingestion.finding_subjects where org_id = $1 and tool_name = 'wipe'",
    [org.id],
  )
  // A decision may have read a moment before it notes its time: so much later, it has seen what was seen before.
  passedMs = 2 * STALL_MS
  const passed = await ask()
  passedMs = 0
  expect(passed).toMatchObject({ decision: 'pass' })
  const report = await verify(await exported(at, org.admin.session))
  expect(report).toMatchObject({
    exit_code: 1,
    failures: [{ code: 'input_differs', id: passed.decision_id }],
  })
})

test('verify.mjs finds a call made with a permission written into an API key’s row in the database', async () => {
  const org = await at.another()
  const { asAdmin } = acting(at, org.key, org.admin.session)
  const made = await asAdmin('ledger.v1.KeyService/CreateKey', {
    name: 'reader',
    permissions: ['incidents:read'],
  })
  await sql(at.databaseUrl, 'update ledger.api_keys set permissions = $2 where id = $1', [
    made.key.id,
    ['incidents:read', 'incidents:write'],
  ])
  const { post } = acting(at, made.secret, org.admin.session)
  await post('/incidents', { title: 'Written by a reader', severity: 'low' })
  expect(await outcome(await exported(at, org.admin.session))).toBe('caller_not_allowed')
})

test('verify.mjs finds a call made with a role written into a person’s row in the database and removed again', async () => {
  const org = await at.another()
  const { asAdmin } = acting(at, org.key, org.admin.session)
  const { system } = await asAdmin('gate.v1.SystemService/CreateSystem', { name: 'Scoring' })
  const { trigger } = await asAdmin('gate.v1.TriggerService/OpenTrigger', {
    ...{ aiSystemId: system.id, reason: 'not assessed' },
  })
  const admin = personAt(at.baseUrl, org.admin.id, org.admin.session)
  const member = await makePerson(at, admin, { role: Role.MEMBER })
  const resolve = () =>
    member.triggers.resolveTrigger({ id: trigger.id, reason: 'as if assessed', occurrences: 1n })
  await usedWithRole(member, 'approver', resolve)
  expect(await outcome(await exported(at, org.admin.session))).toBe('caller_not_allowed')
})

test('verify.mjs finds an API key created by a member whose row in the database made them an administrator', async () => {
  const org = await at.another()
  const admin = personAt(at.baseUrl, org.admin.id, org.admin.session)
  const member = await makePerson(at, admin, { role: Role.MEMBER })
  const keys = controlClient(at.baseUrl, KeyService, member.session)
  await usedWithRole(member, 'admin', () =>
    keys.createKey({ name: 'for me', permissions: ['evaluations:write'] }),
  )
  expect(await outcome(await exported(at, org.admin.session))).toBe('caller_not_allowed')
})

test('verify.mjs finds a call of a session that was inserted into the database and deleted again', async () => {
  const org = await at.another()
  const admin = personAt(at.baseUrl, org.admin.id, org.admin.session)
  const { user } = await admin.users.createUser({ email: 'approver@sessions.example', role: Role.APPROVER })
  const token = `ats_${randomBytes(32).toString('base64url')}`
  const values = [sha256(token), mintId(new Date()), org.id, user!.id]
  await sql(
    at.databaseUrl,
    `insert into ledger.sessions (token_hash, id, org_id, user_id, expires_at)
       values ($1, $2, $3, $4, now() + interval '12 hours')`,
    values,
  )
  await sql(at.databaseUrl, 'update ledger.users set must_change_password = false where id = $1', [user!.id])
  await personAt(at.baseUrl, user!.id, token).systems.listSystems({})
  await sql(at.databaseUrl, 'update ledger.users set must_change_password = true where id = $1', [user!.id])
  await sql(at.databaseUrl, 'delete from ledger.sessions where id = $1', [values[1]])
  expect(await outcome(await exported(at, org.admin.session))).toBe('caller_not_allowed')
})

/** Makes a call that the person's role does not allow, with another role that is written into the database and taken away again. */
async function usedWithRole(
  { id }: { id: string },
  role: string,
  call: () => Promise<unknown>,
): Promise<void> {
  await expect(call()).rejects.toMatchObject({ code: Code.PermissionDenied })
  const write = (word: string) =>
    sql(at.databaseUrl, 'update ledger.users set role = $2 where id = $1', [id, word])
  await write(role)
  await vi.waitFor(call, { timeout: 120_000, interval: 50 })
  await write('member')
}
