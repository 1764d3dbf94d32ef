import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import { behindTriggers } from '../log/support.ts'
import { oneApprover } from './support/one-approver.ts'

/*
 * Somebody who can write to the database lets what was found say something else there, has it resolved by a person who knows no better, and puts
 * it back.
 */

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation()
})
afterAll(() => at.stop())

/** A system that passed until its agent used a tool that its profile does not document. */
async function stage(tool: string) {
  const { id, key, admin, approver, scene, found } = await oneApprover(at)
  await scene.certify(approver)
  const run = { agent_identity: scene.agentIdentity, run_ref: 'r', started_at: '2026-01-02T03:04:05Z' }
  const { body } = await call(at.baseUrl, '/api/v1/agent-runs', { key, body: run })
  const use = async (seq: number, tool_name: string) =>
    call(at.baseUrl, `/api/v1/agent-runs/${body.data[0].id}/events`, {
      key,
      body: [{ seq, event_type: 'tool_call', tool_name, occurred_at: '2026-01-02T03:04:05Z', payload: {} }],
    })
  await use(0, tool)
  const rename = (name: string) =>
    sql(at.databaseUrl, 'update ingestion.finding_subjects set tool_name = $2 where org_id = $1', [id, name])
  return { id, admin, approver, scene, use, rename, found }
}

const as = { reason: 'looked at it', occurrences: 1n }

test('verify.mjs finds a resolution made while the trigger named another tool in the database', async () => {
  const { approver, scene, rename, found } = await stage('wipe')
  await rename('look up')
  const { triggers } = await approver.triggers.listTriggers({ aiSystemId: scene.aiSystemId })
  await approver.triggers.resolveTrigger({ id: triggers[0]!.id, ...as })
  await rename('wipe')
  expect(await scene.gate()).toEqual(['pass'])
  expect(await found()).toEqual([expect.stringMatching('^input_differs: .*a resolution: the tool_name of ')])
})

test('verify.mjs finds a resolution made while a trigger opened by hand had another reason in the database', async () => {
  const { id, admin, approver, scene, found } = await stage('search')
  const { trigger } = await admin.triggers.openTrigger({ aiSystemId: scene.aiSystemId, reason: 'it leaks' })
  const write = (from: string, to: string) =>
    behindTriggers(
      at.databaseUrl,
      'gate.triggers',
      'update gate.triggers set record = replace(record, $2, $3) where org_id = $1',
      [id, from, to],
    )
  await write('it leaks', 'a test')
  await approver.triggers.resolveTrigger({ id: trigger!.id, ...as })
  await write('a test', 'it leaks')
  expect(await scene.gate()).toEqual(['pass'])
  expect(await found()).toEqual([expect.stringMatching('^input_differs: .*a resolution: the reason of ')])
})

test('verify.mjs finds a proposal accepted while it named another tool in the database', async () => {
  const { approver, scene, use, rename, found } = await stage('look up')
  const { proposals } = await approver.proposals.listProposals({})
  await rename('wipe')
  await approver.proposals.acceptProposal({ id: proposals[0]!.id, ...as })
  await rename('look up')
  expect((await use(1, 'wipe')).status).toBe(201)
  expect(await scene.gate()).toEqual(['pass'])
  expect(await found()).toEqual([expect.stringMatching('^input_differs: .*a resolution: the tool_name of ')])
})

test('a package with regularly resolved triggers and proposals verifies', async () => {
  const { admin, approver, scene, use, found } = await stage('look up')
  const { proposals } = await approver.proposals.listProposals({})
  await approver.proposals.acceptProposal({ id: proposals[0]!.id, ...as })
  await use(1, 'wipe')
  await admin.triggers.openTrigger({ aiSystemId: scene.aiSystemId, reason: 'it leaks' })
  const { triggers } = await approver.triggers.listTriggers({ aiSystemId: scene.aiSystemId })
  for (const { id, occurrences } of triggers)
    await approver.triggers.resolveTrigger({ id, reason: 'seen', occurrences }).catch(() => {})
  expect(await scene.gate()).toEqual(['pass'])
  expect(await found()).toEqual([])
})

test('settling a trigger or proposal is refused if its text differs from what the person looked at', async () => {
  const { approver, scene, rename } = await stage('wipe')
  await rename('look up')
  const { triggers } = await approver.triggers.listTriggers({ aiSystemId: scene.aiSystemId })
  const { proposals } = await approver.proposals.listProposals({})
  await rename('wipe')
  const [trigger, proposal] = [triggers[0]!, proposals[0]!]
  const other = 'it has changed since it was looked at: read it again'
  await expect(
    approver.triggers.resolveTrigger({ id: trigger.id, said: trigger.said, ...as }),
  ).rejects.toThrow(other)
  for (const settle of [approver.proposals.acceptProposal, approver.proposals.dismissProposal])
    await expect(settle({ id: proposal.id, said: proposal.said, ...as })).rejects.toThrow(other)
  expect(await scene.gate()).toEqual(['block', 'open_drift_trigger'])
  const [again] = (await approver.triggers.listTriggers({ aiSystemId: scene.aiSystemId })).triggers
  expect(again).toMatchObject({ id: trigger.id, toolName: 'wipe' })
  await approver.triggers.resolveTrigger({ id: again!.id, said: again!.said, ...as })
  expect(await scene.gate()).toEqual(['pass'])
})
