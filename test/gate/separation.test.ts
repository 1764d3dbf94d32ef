import { createClient } from '@connectrpc/connect'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessionCaller } from '../../gateway/cli/calls/session-caller.ts'
import { KeyService } from '../../proto/gen/attestry/ledger/v1/keys_pb.ts'
import { OrganizationService } from '../../proto/gen/attestry/ledger/v1/organizations_pb.ts'
import { systemClock } from '../../services/kernel/clock.ts'
import { Reason } from '../../services/kernel/errors/errors.ts'
import { as, operatorCaller, Role } from '../../services/kernel/identity/caller.ts'
import { controlClient } from '../harness/control.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import type { TestOrganization } from '../harness/organization.ts'
import { call } from '../harness/rest.ts'
import { grantedAgo, makePerson, makeScene, refusal, SEPARATED, separated } from './people.ts'

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation()
})
afterAll(() => at.stop())

const ago = (organization: TestOrganization, hours: number) => grantedAgo(at, organization, hours)

const organizations = () => createClient(OrganizationService, at.composition.transports.ledger)
const operator = (operation: string) => as(operatorCaller(operation, systemClock.now()))

test('new organizations separate all duties, older ones none, and only the operator changes that', async () => {
  const made = await organizations().createOrganization({ name: 'New' }, operator('createOrganization'))
  expect(made.organization!.separationOfDuties).toMatchObject(SEPARATED)
  const { id } = made.organization!
  const [recorded] = await sql(at.databaseUrl, 'select separation from ledger.organizations where id = $1', [
    id,
  ])
  await sql(at.databaseUrl, 'update ledger.organizations set separation = default where id = $1', [id])
  const listed = await organizations().listOrganizations({}, operator('listOrganizations'))
  const before = listed.organizations.find((one) => one.id === id)!
  expect(Object.values({ ...before.separationOfDuties, $typeName: 0 }).map(Boolean)).not.toContain(true)
  await sql(at.databaseUrl, 'update ledger.organizations set separation = $2 where id = $1', [
    id,
    recorded!.separation,
  ])
  const request = { id, separationOfDuties: { ...SEPARATED, roleWaitHours: 1 } }
  const byAdmin = sessionCaller('updateOrganization', made.adminSession, systemClock)
  expect(await refusal(organizations().updateOrganization(request, byAdmin))).toBe(Reason.FORBIDDEN)
  const updated = await organizations().updateOrganization(request, operator('updateOrganization'))
  expect(updated.organization!.separationOfDuties).toMatchObject({ ...SEPARATED, roleWaitHours: 1 })
  for (const roleWaitHours of [-1, 721]) {
    const odd = { id, separationOfDuties: { ...SEPARATED, roleWaitHours } }
    expect(await refusal(organizations().updateOrganization(odd, operator('updateOrganization')))).toBe(
      Reason.VALIDATION,
    )
  }
})

test('one administrator alone cannot bring anything past the gate', async () => {
  const { organization, admin } = await separated(at)
  const roles = ['ciso', 'dpo', 'legal']
  await admin.users.updateUser({ id: admin.id, attestationRoles: { values: roles } })
  const alone = await makeScene(at, organization, { admin, author: admin, attestationRoles: roles })
  expect((await admin.certifications.review({ aiSystemId: alone.aiSystemId })).obstacles).toEqual([
    'a person who submitted the results, or wrote the suite, may not certify them',
  ])
  expect(await refusal(alone.certify(admin))).toBe(Reason.FORBIDDEN)
  expect(await refusal(alone.attest(admin, 'legal'))).toBe(Reason.FORBIDDEN)
  await alone.attest(admin, 'ciso')
  expect(await refusal(alone.attest(admin, 'dpo'))).toBe(Reason.FORBIDDEN)
  expect(await alone.gate()).toEqual(['block', 'no_approved_run', 'attestation_missing'])
})

test('the suite’s author and the submitter may not certify, and a third person may', async () => {
  const { organization, admin } = await separated(at)
  const author = await makePerson(at, admin, { role: Role.APPROVER })
  const third = await makePerson(at, admin, { role: Role.APPROVER, attestationRoles: ['ciso'] })
  const { certify, attest, gate } = await makeScene(at, organization, {
    ...{ admin, author, attestationRoles: ['ciso'] },
  })
  expect(await refusal(certify(admin))).toBe(Reason.FORBIDDEN)
  expect(await refusal(certify(author))).toBe(Reason.FORBIDDEN)
  await ago(organization, 24)
  await certify(third)
  await attest(third, 'ciso')
  expect(await gate()).toEqual(['pass'])
})

test('certifications and attestations of one person no longer pass once duties are separated', async () => {
  const { organization, admin } = await separated(at, NONE)
  const { certify, attest, gate } = await makeScene(at, organization, {
    ...{ admin, author: admin, attestationRoles: ['ciso', 'dpo'] },
  })
  await certify(admin)
  await attest(admin, 'ciso')
  await attest(admin, 'dpo')
  expect(await gate()).toEqual(['pass'])
  const request = { id: organization.id, separationOfDuties: SEPARATED }
  await organizations().updateOrganization(request, operator('updateOrganization'))
  expect(await gate()).toEqual(['block', 'no_approved_run', 'attestation_missing'])
})

test('loosening what was certified opens triggers that another person has to resolve', async () => {
  const { organization, admin } = await separated(at)
  const approver = await makePerson(at, admin, { role: Role.APPROVER })
  const { aiSystemId, profileId, suite, certify, gate } = await makeScene(at, organization, {
    ...{ admin, author: admin, attestationRoles: ['ciso'] },
  })
  await ago(organization, 24)
  await certify(approver)
  const open = async () => (await admin.triggers.listTriggers({ aiSystemId, status: 1 })).triggers
  await admin.systems.updateSystem({ id: aiSystemId, attestationRoles: { values: [] } })
  expect(await gate()).toEqual(['block', 'open_drift_trigger'])
  const resolve = { id: (await open())[0]!.id, occurrences: 1n, reason: 'fine' }
  expect(await refusal(admin.triggers.resolveTrigger(resolve))).toBe(Reason.FORBIDDEN)
  await approver.triggers.resolveTrigger(resolve)
  expect(await gate()).toEqual(['pass'])
  await suite(0.1, 'other')
  await admin.systems.updateSystem({ id: aiSystemId, gateSuite: 'other' })
  await admin.systems.updateSystem({ id: aiSystemId, gateSuite: 'release' })
  await approver.profiles.updateProfile({ id: profileId, tools: { values: ['search', 'shell'] } })
  // A pipeline that asks by a name would be answered for another system.
  const { system } = await admin.systems.getSystem({ id: aiSystemId })
  await admin.systems.updateSystem({ id: aiSystemId, name: 'what the pipeline asks for' })
  const reasons = (await open()).map(({ reason = '' }) => reason.replace(/^.*?: /, '')).sort()
  expect(reasons).toEqual([
    'gate suite "other" to "release"',
    'gate suite "release" to "other"',
    `name ${JSON.stringify(system!.name)} to "what the pipeline asks for"`,
    'tools added "shell"',
  ])
  expect(await gate()).toEqual(['block', 'open_drift_trigger'])
})

test('loosening a system before its first certification needs another person to resolve or certify', async () => {
  const { organization, admin } = await separated(at)
  const colleague = await makePerson(at, admin, { role: Role.ADMIN })
  const approver = await makePerson(at, admin, { role: Role.APPROVER })
  await ago(organization, 24)
  const keys = controlClient(at.baseUrl, KeyService, colleague.session)
  const key = (await keys.createKey({ name: 'ci', permissions: ['evaluations:write', 'gate:query'] })).secret
  const asked = { admin: colleague, author: colleague, attestationRoles: ['ciso'] }
  const { aiSystemId, certify, gate } = await makeScene(at, { ...organization, key }, asked)
  await admin.systems.updateSystem({ id: aiSystemId, attestationRoles: { values: [] }, name: 'production' })
  await certify(admin)
  expect(await gate()).toEqual(['block', 'open_drift_trigger'])
  await certify(approver)
  expect(await gate()).toEqual(['pass'])
})

test('creating an AI system under a freed name needs another person to resolve or certify it', async () => {
  const { organization, admin } = await separated(at)
  const colleague = await makePerson(at, admin, { role: Role.ADMIN })
  const approver = await makePerson(at, admin, { role: Role.APPROVER })
  await ago(organization, 24)
  const keys = controlClient(at.baseUrl, KeyService, colleague.session)
  const key = (await keys.createKey({ name: 'ci', permissions: ['evaluations:write', 'gate:query'] })).secret
  const name = 'what a pipeline asks for'
  const { system } = await colleague.systems.createSystem({ name, attestationRoles: ['ciso'] })
  await admin.systems.updateSystem({ id: system!.id, name: 'put away' })
  const taken = await makeScene(at, { ...organization, key }, { admin, author: colleague, name })
  await taken.certify(admin)
  expect(await taken.gate()).toEqual(['block', 'open_drift_trigger'])
  const { triggers } = await admin.triggers.listTriggers({ aiSystemId: taken.aiSystemId, status: 1 })
  expect(triggers.map(({ reason = '' }) => reason.replace(/ changed by .*?:/, ':'))).toEqual([
    `AI system ${JSON.stringify(name)}: has the former name of AI system "put away"`,
  ])
  await taken.certify(approver)
  expect(await taken.gate()).toEqual(['pass'])
  const other = await makeScene(at, { ...organization, key }, { admin, author: colleague })
  await other.certify(admin)
  expect(await other.gate()).toEqual(['pass'])
})

test('accepting a tool that an agent used opens a trigger that another person has to resolve', async () => {
  const { organization, admin } = await separated(at)
  const approver = await makePerson(at, admin, { role: Role.APPROVER })
  const { aiSystemId, agentIdentity, certify, gate } = await makeScene(at, organization, {
    ...{ admin, author: admin },
  })
  await ago(organization, 24)
  await certify(approver)
  const { key } = organization
  const [occurred_at, tool_name] = ['2026-01-02T03:04:05Z', 'shell']
  const run = { agent_identity: agentIdentity, run_ref: agentIdentity, started_at: occurred_at }
  const { body } = await call(at.baseUrl, '/api/v1/agent-runs', { key, body: run })
  const event = { seq: 1, event_type: 'tool_call', tool_name, occurred_at }
  await call(at.baseUrl, `/api/v1/agent-runs/${body.data[0].id}/events`, { key, body: event })
  const open = async () => (await admin.triggers.listTriggers({ aiSystemId, status: 1 })).triggers
  const accept = { id: (await open())[0]!.id, occurrences: 1n, reason: 'fine' }
  await admin.proposals.acceptProposal(accept)
  expect(await gate()).toEqual(['block', 'open_drift_trigger'])
  const [left] = await open()
  expect(left!.reason).toContain('tools added "shell"')
  const resolve = { id: left!.id, occurrences: 1n, reason: 'fine' }
  expect(await refusal(admin.triggers.resolveTrigger(resolve))).toBe(Reason.FORBIDDEN)
  await approver.triggers.resolveTrigger(resolve)
  expect(await gate()).toEqual(['pass'])
})

test('an agent added to a certified system, or by accepting a gap, needs another person than its certifier', async () => {
  const { organization, admin } = await separated(at)
  const colleague = await makePerson(at, admin, { role: Role.ADMIN })
  const approver = await makePerson(at, admin, { role: Role.APPROVER })
  await ago(organization, 24)
  const { certify, gate, result, aiSystemId } = await makeScene(at, organization, {
    ...{ admin: colleague, author: colleague },
  })
  await certify(approver)
  const agent = { tools: ['shell'], modelName: 'm', modelVersion: '1', promptVersion: '1' }
  await approver.profiles.createProfile({ ...agent, aiSystemId, agentIdentity: 'made' })
  const { key } = organization
  const run = { agent_identity: 'accepted', run_ref: 'accepted', started_at: '2026-01-02T03:04:05Z' }
  await call(at.baseUrl, '/api/v1/agent-runs', { key, body: run })
  const { proposals } = await approver.proposals.listProposals({ status: 1 })
  const gap = { id: proposals[0]!.id, occurrences: 1n, reason: 'ours', aiSystemId, profile: agent }
  await approver.proposals.acceptProposal(gap)
  await result(0.05)
  await certify(approver)
  expect(await gate()).toEqual(['block', 'open_drift_trigger'])
  const { triggers } = await approver.triggers.listTriggers({ aiSystemId, status: 1 })
  expect(triggers.map(({ reason = '' }) => reason.replace(/ changed by .*?: /, ': ')).sort()).toEqual([
    'profile of "accepted": agent added with model "m" version "1"; tools added "shell"',
    'profile of "made": agent added with model "m" version "1"; tools added "shell"',
  ])
  for (const { id } of triggers) {
    const resolve = { id, occurrences: 1n, reason: 'fine' }
    expect(await refusal(approver.triggers.resolveTrigger(resolve))).toBe(Reason.FORBIDDEN)
    await colleague.triggers.resolveTrigger(resolve)
  }
  expect(await gate()).toEqual(['pass'])
})

test('certifying resolves the trigger of an agent that another person added; agents of uncertified systems open no trigger', async () => {
  const { organization, admin } = await separated(at)
  const approver = await makePerson(at, admin, { role: Role.APPROVER })
  const member = await makePerson(at, admin, { role: Role.MEMBER })
  await ago(organization, 24)
  const { certify, gate, result, aiSystemId } = await makeScene(at, organization, { admin, author: member })
  await certify(approver)
  const agent = { aiSystemId, modelName: 'm', modelVersion: '1', promptVersion: '1' }
  await member.profiles.createProfile({ ...agent, agentIdentity: 'second' })
  await result(0.05)
  await certify(approver)
  expect(await gate()).toEqual(['pass'])
})

const NONE = {
  certifierIsAnother: false,
  attesterPerRole: false,
  changesNeedAnother: false,
  roleWaitHours: 0,
}
