import { afterAll, beforeAll, expect, test } from 'vitest'
import { Role } from '../../services/kernel/identity/caller.ts'
import { makePerson, makeScene, type PersonAt, personAt, refusal } from '../gate/people.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import { exported, verify } from './support/export.ts'

/*
 * Somebody who can write to the database changes there what an approval is held to, has it approved, and changes it back. Afterwards nothing
 * differs from its record.
 */

const ALL = { certifierIsAnother: true, attesterPerRole: true, changesNeedAnother: true }

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation()
})
afterAll(() => at.stop())

async function stage(roleWaitHours = 0) {
  const organization = await at.another({ separationOfDuties: { ...ALL, roleWaitHours } })
  const { id } = organization
  const admin = personAt(at.baseUrl, organization.admin.id, organization.admin.session)
  const author = await makePerson(at, admin, { role: Role.MEMBER })
  const approver = await makePerson(at, admin, { role: Role.APPROVER, attestationRoles: ['ciso'] })
  const scene = await makeScene(at, organization, { admin, author })
  /** The verdict on the package after the change in the database was used and undone. */
  const afterwards = async (change: string, undo: string, use: () => Promise<unknown>) => {
    await sql(at.databaseUrl, change, [id])
    await use()
    await sql(at.databaseUrl, undo, [id])
    return verify(await exported(at, organization.admin.session))
  }
  return { organization, admin, approver, scene, afterwards }
}

const SWITCHED = (value: boolean) =>
  `update ledger.organizations set separation = separation || '{"changes_need_another":${value}}' where id = $1`

const widen = (by: PersonAt, id: string) =>
  by.profiles.updateProfile({ id, tools: { values: ['search', 'wipe'] } })

const openTriggers = async ({ triggers }: PersonAt, aiSystemId: string) =>
  (await triggers.listTriggers({ aiSystemId, status: 1 })).triggers

test('verify.mjs finds a certification whose role wait was over only by a change in the database', async () => {
  const { approver, scene, afterwards } = await stage(24)
  expect(await refusal(scene.certify(approver))).toBeDefined()
  const set = (hours: number) =>
    `update ledger.role_grants set granted_at = now() - interval '${hours} hours' where org_id = $1`
  const report = await afterwards(set(48), set(0), () => scene.certify(approver))
  expect(report.failures).toMatchObject([
    { code: 'input_differs', message: expect.stringContaining('have waited 48 hours') },
  ])
})

test('a package with honest changes, triggers and approvals verifies', async () => {
  const { organization, admin, approver, scene } = await stage()
  await scene.certify(approver)
  await scene.attest(approver, 'ciso')
  await widen(admin, scene.profileId)
  const [{ id } = { id: '' }] = await openTriggers(admin, scene.aiSystemId)
  await approver.triggers.resolveTrigger({ id, occurrences: 1n, reason: 'assessed' })
  await admin.systems.updateSystem({ id: scene.aiSystemId, name: `renamed ${scene.agentIdentity}` })
  await scene.certify(approver)
  expect(await scene.gate()).toEqual(['pass'])
  const { failures, steps } = await verify(await exported(at, organization.admin.session))
  expect([failures, steps[8]]).toMatchObject([[], { step: 'replay', status: 'PASS' }])
})

test('verify.mjs finds a person who resolved their own change because the database hid that another had to', async () => {
  const { admin, approver, scene, afterwards } = await stage()
  await scene.certify(approver)
  await widen(admin, scene.profileId)
  const [{ id } = { id: '' }] = await openTriggers(admin, scene.aiSystemId)
  const report = await afterwards(SWITCHED(false), SWITCHED(true), () =>
    admin.triggers.resolveTrigger({ id, occurrences: 1n, reason: 'fine' }),
  )
  expect(await scene.gate()).toEqual(['pass'])
  expect(report.failures).toMatchObject([
    { code: 'caller_not_allowed', message: expect.stringContaining('which was their own') },
  ])
})

test('verify.mjs finds a change that opened no trigger because a setting was changed in the database', async () => {
  const { admin, approver, scene, afterwards } = await stage()
  await scene.certify(approver)
  const report = await afterwards(SWITCHED(false), SWITCHED(true), () => widen(admin, scene.profileId))
  expect(await scene.gate()).toEqual(['pass'])
  expect(report.failures).toMatchObject([
    { code: 'caller_not_allowed', message: expect.stringContaining('opened no trigger') },
  ])
})

test('verify.mjs finds a resolution of more occurrences than the log has', async () => {
  const { admin, organization, scene, afterwards } = await stage()
  const run = await call(at.baseUrl, '/api/v1/agent-runs', {
    key: organization.key,
    body: { agent_identity: scene.agentIdentity, run_ref: 'r', started_at: '2026-01-02T03:04:05Z' },
  })
  await call(at.baseUrl, `/api/v1/agent-runs/${run.body.data[0].id}/events`, {
    key: organization.key,
    body: { seq: 0, event_type: 'tool_call', tool_name: 'wipe', occurred_at: '2026-01-02T03:04:05Z' },
  })
  const [{ id } = { id: '' }] = await openTriggers(admin, scene.aiSystemId)
  const set = (n: number) => `update ingestion.finding_subjects set occurrences = ${n} where org_id = $1`
  const report = await afterwards(set(1000), set(1), () =>
    admin.triggers.resolveTrigger({ id, occurrences: 1000n, reason: 'and all that come' }),
  )
  expect(report.failures).toMatchObject([
    { code: 'input_differs', message: expect.stringContaining('1000 occurrences') },
  ])
})
