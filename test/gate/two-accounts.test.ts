import { afterAll, beforeAll, expect, test } from 'vitest'
import { KeyService } from '../../proto/gen/attestry/ledger/v1/keys_pb.ts'
import { GRANTS_SQL } from '../../services/gate/store/makers-sql.ts'
import { Reason } from '../../services/kernel/errors/errors.ts'
import { Role } from '../../services/kernel/identity/caller.ts'
import { controlClient } from '../harness/control.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import type { TestOrganization } from '../harness/organization.ts'
import { changed, grantedAgo, makePerson, makeScene, type PersonAt, personAt, refusal } from './people.ts'

/*
 * An administrator first acts with another account and then approves with their own account, which does not wait.
 */

const ALL = { certifierIsAnother: true, attesterPerRole: true, changesNeedAnother: true, roleWaitHours: 24 }

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation()
})
afterAll(() => at.stop())

async function separated() {
  const organization = await at.another({ separationOfDuties: ALL })
  return { organization, admin: personAt(at.baseUrl, organization.admin.id, organization.admin.session) }
}

const ago = (organization: TestOrganization, hours: number) => grantedAgo(at, organization, hours)

/** A new API key of that person. */
async function keyOf(person: PersonAt): Promise<string> {
  const keys = controlClient(at.baseUrl, KeyService, person.session)
  return (await keys.createKey({ name: 'ci', permissions: ['evaluations:write', 'gate:query'] })).secret
}

const openTrigger = async ({ triggers }: PersonAt, aiSystemId: string) => {
  const [open] = (await triggers.listTriggers({ aiSystemId, status: 1 })).triggers
  return { id: open!.id, occurrences: 1n, reason: 'fine' }
}

test('nobody certifies the work of an account that they, or an account they created, recently created', async () => {
  const { organization, admin } = await separated()
  const second = await makePerson(at, admin, { role: Role.ADMIN })
  const third = await makePerson(at, second, { role: Role.ADMIN })
  const key = await keyOf(third)
  const scene = await makeScene(at, { ...organization, key }, { admin, author: third })
  expect((await admin.certifications.review({ aiSystemId: scene.aiSystemId })).obstacles).toEqual([
    'the person who submitted the results, or wrote the suite, has an account that you made, or whose password you reset, less than 24 hours ago',
  ])
  expect(await refusal(scene.certify(admin))).toBe(Reason.FORBIDDEN)
  expect(await scene.gate()).toEqual(['block', 'no_approved_run'])
  await ago(organization, 24)
  await scene.certify(admin)
  expect(await scene.gate()).toEqual(['pass'])
})

test('nobody certifies what an account submitted whose password they recently reset', async () => {
  const { organization, admin } = await separated()
  const colleague = await makePerson(at, admin, { role: Role.ADMIN })
  await ago(organization, 300)
  const { password } = await admin.users.resetPassword({ id: colleague.id })
  const { session } = await changed(at, { ...colleague, password })
  const taken = personAt(at.baseUrl, colleague.id, session)
  const key = await keyOf(taken)
  const scene = await makeScene(at, { ...organization, key }, { admin, author: taken })
  expect(await refusal(scene.certify(admin))).toBe(Reason.FORBIDDEN)
})

test('a person cannot resolve, directly or by certifying, a change made by an account that they recently created', async () => {
  const { organization, admin } = await separated()
  const approver = await makePerson(at, admin, { role: Role.APPROVER })
  const { aiSystemId, profileId, certify, gate } = await makeScene(at, organization, { admin, author: admin })
  await ago(organization, 24)
  await certify(approver)
  const second = await makePerson(at, admin, { role: Role.MEMBER })
  await second.profiles.updateProfile({ id: profileId, tools: { values: ['search', 'shell'] } })
  const resolve = await openTrigger(admin, aiSystemId)
  expect(await refusal(admin.triggers.resolveTrigger(resolve))).toBe(Reason.FORBIDDEN)
  expect(await gate()).toEqual(['block', 'open_drift_trigger'])
  await approver.triggers.resolveTrigger(resolve)
  expect(await gate()).toEqual(['pass'])
})

test('certifying resolves no trigger of an account that the certifier recently created', async () => {
  const { organization, admin } = await separated()
  const author = await makePerson(at, admin, { role: Role.ADMIN })
  await ago(organization, 24)
  const key = await keyOf(author)
  const { aiSystemId, profileId, certify, gate } = await makeScene(
    at,
    { ...organization, key },
    { admin, author },
  )
  await certify(admin)
  const second = await makePerson(at, admin, { role: Role.MEMBER })
  await second.profiles.updateProfile({ id: profileId, tools: { values: ['search', 'shell'] } })
  await certify(admin)
  expect(await gate()).toEqual(['block', 'open_drift_trigger'])
  const resolve = await openTrigger(author, aiSystemId)
  await author.triggers.resolveTrigger(resolve)
  expect(await gate()).toEqual(['pass'])
})

test('new results after a certification need no other person; a new suite or agent version does', async () => {
  const { organization, admin } = await separated()
  const colleague = await makePerson(at, admin, { role: Role.ADMIN })
  const scene = await makeScene(
    at,
    { ...organization, key: await keyOf(colleague) },
    { admin, author: colleague },
  )
  const own = await makeScene(at, { ...organization, key: await keyOf(admin) }, { admin, author: colleague })
  await ago(organization, 300)
  await scene.certify(admin)
  const { aiSystemId } = scene
  const again = (metric_value: number) => own.result(metric_value, { ai_system_id: aiSystemId })
  await scene.result(0.9)
  expect(await scene.gate()).toEqual(['block', 'no_approved_run'])
  await again(0.05)
  expect(await scene.gate()).toEqual(['pass'])
  expect(await refusal(scene.certify(admin))).toBe(Reason.FORBIDDEN)
  await scene.suite(0.2)
  await again(0.05)
  expect(await refusal(scene.certify(admin))).toBe(Reason.FORBIDDEN)
  expect(await scene.gate()).toEqual(['block', 'no_approved_run', 'suite_version_changed'])
})

test('nobody attests in a role that was granted by an account that they recently created or reset', async () => {
  const { organization, admin } = await separated()
  const approver = await makePerson(at, admin, { role: Role.APPROVER })
  const scene = await makeScene(at, organization, { admin, author: admin, attestationRoles: ['board'] })
  await ago(organization, 24)
  await scene.certify(approver)
  const second = await makePerson(at, admin, { role: Role.ADMIN })
  const third = await makePerson(at, second, { role: Role.ADMIN })
  await third.users.updateUser({ id: admin.id, attestationRoles: { values: ['board'] } })
  expect(await refusal(scene.attest(admin, 'board'))).toBe(Reason.FORBIDDEN)
  expect(await scene.gate()).toEqual(['block', 'attestation_missing'])
  await ago(organization, 24)
  await scene.attest(admin, 'board')
  expect(await scene.gate()).toEqual(['pass'])
})

test('a role that a recently created account grants to one person imposes no wait on another', async () => {
  const { organization, admin } = await separated()
  const approver = await makePerson(at, admin, { role: Role.APPROVER, attestationRoles: ['board'] })
  const scene = await makeScene(at, organization, {
    admin,
    author: admin,
    attestationRoles: ['board', 'legal'],
  })
  await ago(organization, 24)
  await scene.certify(approver)
  const second = await makePerson(at, admin, { role: Role.ADMIN })
  await second.users.updateUser({ id: admin.id, attestationRoles: { values: ['legal'] } })
  await scene.attest(approver, 'board')
  expect(await refusal(scene.attest(admin, 'legal'))).toBe(Reason.FORBIDDEN)
})

test('a review reads only those role grants whose granter may have been used by somebody else', async () => {
  const { organization, admin } = await separated()
  const second = await makePerson(at, admin, { role: Role.ADMIN })
  const read = () => sql(at.databaseUrl, GRANTS_SQL, [organization.id])
  await ago(organization, 720)
  await second.users.updateUser({ id: admin.id, attestationRoles: { values: ['board'] } })
  expect(await read()).toEqual([{ json_agg: null }])
  await admin.users.resetPassword({ id: second.id })
  const grant = { role: 'board', to: admin.id, by: second.id, hoursAgo: 0 }
  expect(await read()).toEqual([{ json_agg: [grant] }])
})
