import { afterAll, beforeAll, expect, test } from 'vitest'
import { Reason } from '../../services/kernel/errors/errors.ts'
import { Role } from '../../services/kernel/identity/caller.ts'
import { login, rpc } from '../harness/control.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import type { TestOrganization } from '../harness/organization.ts'
import { call } from '../harness/rest.ts'
import { changed, grantedAgo, makePerson, makeScene, personAt, refusal, separated } from './people.ts'

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation()
})
afterAll(() => at.stop())

const ago = (organization: TestOrganization, hours: number) => grantedAgo(at, organization, hours)

test('an account created by another person certifies and attests only after the role wait', async () => {
  const { organization, admin } = await separated(at)
  const second = await makePerson(at, admin, { role: Role.APPROVER, attestationRoles: ['ciso'] })
  const { aiSystemId, certify, attest, gate } = await makeScene(at, organization, {
    ...{ admin, author: admin, attestationRoles: ['ciso'] },
  })
  const { obstacles } = await second.certifications.review({ aiSystemId })
  expect(obstacles).toEqual([
    'a role that you granted, or an account that another person made or whose password was reset, can be used after 24 hours; 0 have passed',
  ])
  expect(await refusal(certify(second))).toBe(Reason.FORBIDDEN)
  expect(await refusal(attest(second, 'ciso'))).toBe(Reason.FORBIDDEN)
  // A role that is granted again, by another person, does not end the wait of the account.
  await admin.users.updateUser({ id: second.id, attestationRoles: { values: [] } })
  await admin.users.updateUser({ id: second.id, attestationRoles: { values: ['ciso'] } })
  expect(await refusal(attest(second, 'ciso'))).toBe(Reason.FORBIDDEN)
  await ago(organization, 23)
  expect(await refusal(certify(second))).toBe(Reason.FORBIDDEN)
  expect(await gate()).toEqual(['block', 'no_approved_run', 'attestation_missing'])
  await ago(organization, 24)
  await certify(second)
  await attest(second, 'ciso')
  expect(await gate()).toEqual(['pass'])
})

test('an account whose invitation another person renewed certifies and attests only after the role wait', async () => {
  const { organization, admin } = await separated(at)
  const email = 'invited-long-ago@people.example'
  const { user } = await admin.users.inviteUser({ email, role: Role.APPROVER, attestationRoles: ['ciso'] })
  const { certify, attest } = await makeScene(at, organization, {
    ...{ admin, author: admin, attestationRoles: ['ciso'] },
  })
  await ago(organization, 300)
  const { code } = await admin.users.inviteUser({ id: user!.id })
  const password = 'velvet-harbour-cactus-19'
  const accepted = await call(at.baseUrl, '/api/control/invitation', { body: { code, password } })
  expect(accepted.status).toBe(200)
  const { session } = await login(at.baseUrl, { email, password })
  const taken = personAt(at.baseUrl, user!.id, session)
  expect(await refusal(certify(taken))).toBe(Reason.FORBIDDEN)
  expect(await refusal(attest(taken, 'ciso'))).toBe(Reason.FORBIDDEN)
  await ago(organization, 24)
  expect(await refusal(certify(taken))).toBeUndefined()
})

test('a person who granted a role to themselves can attest in it only after the role wait', async () => {
  const { organization, admin } = await separated(at)
  const { attest } = await makeScene(at, organization, { admin, author: admin, attestationRoles: ['legal'] })
  await admin.users.updateUser({ id: admin.id, attestationRoles: { values: ['legal'] } })
  await ago(organization, 23)
  expect(await refusal(attest(admin, 'legal'))).toBe(Reason.FORBIDDEN)
  await ago(organization, 24)
  expect(await refusal(attest(admin, 'legal'))).toBeUndefined()
})

test('a newly created account resolves another person’s change only after the role wait', async () => {
  const { organization, admin } = await separated(at)
  const approver = await makePerson(at, admin, { role: Role.APPROVER })
  const { aiSystemId, profileId, certify, gate } = await makeScene(at, organization, { admin, author: admin })
  await ago(organization, 24)
  await certify(approver)
  await admin.profiles.updateProfile({ id: profileId, tools: { values: ['search', 'shell'] } })
  const second = await makePerson(at, admin, { role: Role.APPROVER })
  const { triggers } = await second.triggers.listTriggers({ aiSystemId, status: 1 })
  const resolve = { id: triggers[0]!.id, occurrences: 1n, reason: 'fine' }
  expect(await refusal(second.triggers.resolveTrigger(resolve))).toBe(Reason.FORBIDDEN)
  expect(await gate()).toEqual(['block', 'open_drift_trigger'])
  await approver.triggers.resolveTrigger(resolve)
  expect(await gate()).toEqual(['pass'])
})

test('a reset password allows only its own change, and the account approves only after the role wait', async () => {
  const { organization, admin } = await separated(at)
  const approver = await makePerson(at, admin, { role: Role.APPROVER, attestationRoles: ['ciso'] })
  const { certify, attest } = await makeScene(at, organization, {
    ...{ admin, author: admin, attestationRoles: ['ciso'] },
  })
  await ago(organization, 24)
  const { password } = await admin.users.resetPassword({ id: approver.id })
  expect(
    (await rpc(at.baseUrl, 'attestry.gate.v1.SystemService/ListSystems', { session: approver.session }))
      .status,
  ).toBe(401)
  const once = await login(at.baseUrl, { email: approver.email, password })
  for (const path of ['gate.v1.SystemService/ListSystems', 'gate.v1.CertificationService/Certify']) {
    const answer = await rpc(at.baseUrl, `attestry.${path}`, { session: once.session })
    expect(answer.status).toBe(403)
    expect(answer.body.error.details).toEqual({ must_change_password: true })
  }
  const same = { currentPassword: password, newPassword: password }
  expect(await refusal(personAt(at.baseUrl, approver.id, once.session).users.changePassword(same))).toBe(
    Reason.VALIDATION,
  )
  const { session } = await changed(at, { ...approver, password })
  expect((await login(at.baseUrl, { email: approver.email, password })).status).toBe(401)
  const taken = personAt(at.baseUrl, approver.id, session)
  expect(await refusal(certify(taken))).toBe(Reason.FORBIDDEN)
  expect(await refusal(attest(taken, 'ciso'))).toBe(Reason.FORBIDDEN)
  const entries = await sql<{ entry: string }>(
    at.databaseUrl,
    `select entry from ledger.entries where org_id = $1 and entry::jsonb ->> 'operation' = 'resetPassword'`,
    [organization.id],
  )
  expect(entries.map(({ entry }) => JSON.parse(entry))).toMatchObject([
    { outcome: 'ok', actor: { id: admin.id } },
  ])
  expect(JSON.stringify(entries)).not.toContain(password)
})
