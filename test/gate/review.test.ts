import { afterAll, beforeAll, expect, test } from 'vitest'
import { Reason } from '../../services/kernel/errors/errors.ts'
import { Role } from '../../services/kernel/identity/caller.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import { makePerson, makeScene, type PersonAt, personAt, refusal } from './people.ts'

let at: TestInstallation
let admin: PersonAt
let approver: PersonAt
let member: PersonAt
const scene = (attestationRoles: string[] = []) =>
  makeScene(at, at.organization, { admin, author: member, attestationRoles })
beforeAll(async () => {
  at = await bootInstallation()
  admin = personAt(at.baseUrl, at.organization.admin.id, at.organization.admin.session)
  approver = await makePerson(at, admin, { role: Role.APPROVER, attestationRoles: ['ciso'] })
  member = await makePerson(at, admin, { role: Role.MEMBER })
})
afterAll(() => at.stop())

async function openTriggers(aiSystemId: string) {
  const { triggers } = await approver.triggers.listTriggers({ aiSystemId, status: 1 })
  return triggers
}

test('a member’s addition to a certified agent’s tools blocks the gate until an approver resolves it', async () => {
  const { aiSystemId, profileId, certify, gate } = await scene()
  await certify(approver)
  expect(await gate()).toEqual(['pass'])
  await member.profiles.updateProfile({ id: profileId, tools: { values: ['search', 'shell_exec'] } })
  expect(await gate()).toEqual(['block', 'open_drift_trigger'])
  const [trigger] = await openTriggers(aiSystemId)
  expect(trigger!.reason).toMatch(
    /^profile of "agent-\d+" changed by person-\d+@people\.example: tools added "shell_exec"$/,
  )
  const resolve = { id: trigger!.id, occurrences: 1n, reason: 'it may' }
  await expect(member.triggers.resolveTrigger(resolve)).rejects.toThrow('your role does not allow this')
  await approver.triggers.resolveTrigger(resolve)
  expect(await gate()).toEqual(['pass'])
})

test('a trigger’s reason shows an added tool, even among other added tools with very long names', async () => {
  const { aiSystemId, profileId, certify } = await scene()
  await certify(approver)
  const values = ['search', ...['a', 'b', 'c'].map((one) => one.repeat(200)), 'wipe']
  await member.profiles.updateProfile({ id: profileId, tools: { values } })
  const [trigger] = await openTriggers(aiSystemId)
  expect(trigger!.reason).toContain('tools added "wipe"')
})

test('a model that a member swaps out and back in leaves a trigger that blocks the gate', async () => {
  const { profileId, certify, gate } = await scene()
  await certify(approver)
  await member.profiles.updateProfile({ id: profileId, modelVersion: 'other' })
  expect(await gate()).toEqual(['block', 'version_drift', 'open_drift_trigger'])
  await member.profiles.updateProfile({ id: profileId, modelVersion: '1' })
  expect(await gate()).toEqual(['block', 'open_drift_trigger'])
})

test('certifying changed agents resolves the triggers of the changes that were reviewed with it', async () => {
  const { aiSystemId, profileId, certify, gate, result } = await scene()
  await certify(approver)
  await member.profiles.updateProfile({
    id: profileId,
    modelVersion: '2',
    tools: { values: ['search', 'b'] },
  })
  await result(0.05)
  const { changes } = await approver.certifications.review({ aiSystemId })
  expect(changes).toEqual([
    expect.stringMatching(/^agent "agent-\d+" changed: model_version "1" to "2"$/),
    expect.stringContaining('tools added "b"; model_version "1" to "2"'),
  ])
  await certify(approver)
  expect(await gate()).toEqual(['pass'])
  expect(await openTriggers(aiSystemId)).toEqual([])
})

test('no trigger opens when an approver widens an agent, or a member narrows it or edits an uncertified one', async () => {
  const { aiSystemId, profileId, certify } = await scene()
  await member.profiles.updateProfile({ id: profileId, tools: { values: ['search', 'b'] } })
  await certify(approver)
  await approver.profiles.updateProfile({ id: profileId, tools: { values: ['search', 'b', 'c'] } })
  await member.profiles.updateProfile({ id: profileId, tools: { values: ['search'] } })
  expect(await openTriggers(aiSystemId)).toEqual([])
})

test('certifying and attesting are refused without a review, and after anything reviewed has changed', async () => {
  const { aiSystemId, profileId, review, result, suite, gate } = await scene(['ciso'])
  const changes = [
    () => suite(0.99),
    () => member.profiles.updateProfile({ id: profileId, tools: { values: ['shell_exec'] } }),
    () => member.profiles.updateProfile({ id: profileId, modelVersion: '666' }),
    () => result(0.98),
    () => admin.systems.updateSystem({ id: aiSystemId, attestationRoles: { values: [] } }),
  ]
  const said = { role: 'ciso', statement: 'seen' }
  for (const change of changes) {
    const reviewed = await review(approver)
    await change()
    await result(0.05)
    expect(await refusal(approver.certifications.certify(reviewed))).toBe(Reason.CONFLICT)
    expect(await refusal(approver.certifications.attest({ ...reviewed, ...said }))).toBe(Reason.CONFLICT)
  }
  for (const reviewedHash of ['', 'x', '0'.repeat(63)]) {
    expect(await refusal(approver.certifications.certify({ aiSystemId, reviewedHash }))).toBe(
      Reason.VALIDATION,
    )
    expect(await refusal(approver.certifications.attest({ aiSystemId, reviewedHash, ...said }))).toBe(
      Reason.VALIDATION,
    )
  }
  expect((await gate())[0]).toBe('block')
  const { certification } = await approver.certifications.certify(await review(approver))
  expect(certification!.reviewedHash).toMatch(/^[0-9a-f]{64}$/)
})

test('a review lists laxer thresholds, and the obstacles for which certifying would be refused', async () => {
  const { aiSystemId, certify, suite, result } = await scene()
  await certify(approver)
  await suite(0.9)
  const laxer = await approver.certifications.review({ aiSystemId })
  expect(laxer.changes).toEqual([
    'threshold "asr" (prompt_injection) lte 0.9 is laxer than version 1, which has 0.1',
  ])
  expect(laxer.obstacles).toEqual([expect.stringContaining('has no result')])
  await result(0.05)
  expect((await approver.certifications.review({ aiSystemId })).obstacles).toEqual([])
})

test('a review of another gate suite compares its thresholds with the suite that was certified last', async () => {
  const { aiSystemId, certify, suite, result } = await scene()
  await certify(approver)
  await suite(0.9, 'other')
  await admin.systems.updateSystem({ id: aiSystemId, gateSuite: 'other' })
  await result(0.05, { eval_suite: 'other' })
  const changes = async () => (await approver.certifications.review({ aiSystemId })).changes
  expect(await changes()).toEqual([
    'threshold "asr" (prompt_injection) lte 0.9 is laxer than suite "release" version 1, which has 0.1',
  ])
  await certify(approver)
  await suite(0.5)
  await admin.systems.updateSystem({ id: aiSystemId, gateSuite: 'release' })
  expect(await changes()).toEqual([
    'threshold "asr" (prompt_injection) lte 0.5 is laxer than version 1, which has 0.1',
  ])
})

test('a malformed list of agents in a result’s payload names no agent version and does not fail', async () => {
  const { profileId, certify, result, agentIdentity, gate } = await scene()
  await member.profiles.updateProfile({ id: profileId, modelVersion: '2' })
  for (const agents of [[null, 1, 'x', []], 'x', {}, [{ agent_identity: agentIdentity }]])
    expect((await result(0.05, { payload: { agents } })).status).toBe(201)
  expect(await refusal(certify(approver))).toBe(Reason.CONFLICT)
  expect((await result(0.05, { payload: { agents: [null, 7] } })).status).toBe(201)
  await certify(approver)
  expect(await gate()).toEqual(['pass'])
})

test('resolving a trigger is refused if its count of occurrences differs from the trigger’s', async () => {
  const { aiSystemId } = await scene()
  const { trigger } = await member.triggers.openTrigger({ aiSystemId, reason: 'odd' })
  for (const occurrences of [0n, 2n, -1n, 2n ** 62n]) {
    const resolve = { id: trigger!.id, occurrences, reason: 'seen' }
    expect(await refusal(approver.triggers.resolveTrigger(resolve))).toBe(Reason.VALIDATION)
  }
})

test('accepting a tool proposal resolves the trigger only with the number of times the tool was seen', async () => {
  const { aiSystemId, agentIdentity, certify, gate } = await scene()
  await certify(approver)
  const { key } = at.organization
  const run = {
    agent_identity: agentIdentity,
    run_ref: `run ${agentIdentity}`,
    started_at: '2026-01-02T03:04:05Z',
  }
  const { body } = await call(at.baseUrl, '/api/v1/agent-runs', { key, body: run })
  const used = (seq: number) => ({
    ...{ seq, event_type: 'tool_call', tool_name: 'shell', occurred_at: '2026-01-02T03:04:06Z' },
  })
  for (const seq of [1, 2])
    await call(at.baseUrl, `/api/v1/agent-runs/${body.data[0].id}/events`, { key, body: used(seq) })
  const [trigger] = await openTriggers(aiSystemId)
  expect(trigger!.occurrences).toBe(2n)
  await approver.proposals.dismissProposal({ id: trigger!.id, occurrences: 1n, reason: 'once is fine' })
  expect(await gate()).toEqual(['block', 'open_drift_trigger'])
  await approver.proposals.acceptProposal({ id: trigger!.id, occurrences: 2n, reason: 'it may' })
  expect(await gate()).toEqual(['pass'])
})

test('a second profile with the same agent identity is refused, also in another AI system', async () => {
  const one = await scene()
  const { aiSystemId } = await scene()
  const versions = { modelName: 'm', modelVersion: '1', promptVersion: '1', tools: ['shell'] }
  const second = member.profiles.createProfile({ aiSystemId, agentIdentity: one.agentIdentity, ...versions })
  expect(await refusal(second)).toBe(Reason.VALIDATION)
})
