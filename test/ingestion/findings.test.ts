import { createClient } from '@connectrpc/connect'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessionCaller } from '../../gateway/cli/calls/session-caller.ts'
import { ProposalService, TriggerService } from '../../proto/gen/attestry/gate/v1/triggers_pb.ts'
import { systemClock } from '../../services/kernel/clock.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { event, idsOf, result, run, type Tenant, tenantOf } from './support.ts'

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation()
})
afterAll(() => at.stop())

/** An organization of its own with a system, whose agent `bot` documents the tool `search`. */
async function scene() {
  const tenant = tenantOf(at, await at.another())
  const systemId = await tenant.system('Assistant')
  const profileId = await tenant.profile(systemId, 'bot', { tools: ['search'] })
  return { tenant, systemId, profileId, found: () => findings(tenant) }
}

function findings(tenant: Tenant) {
  return tenant.sql<{ kind: string; finding_id: string; occurrences: string; [column: string]: unknown }>(
    'select * from ingestion.findings_v1 where org_id = $1 order by finding_id',
    [tenant.organization.id],
  )
}

const submitRun = async (tenant: Tenant, more: object = {}) =>
  idsOf(await tenant.rest('/agent-runs', run({ agent_identity: 'bot', ...more })))[0]!
const toolCall = (seq: number, tool_name: string) => event(seq, { event_type: 'tool_call', tool_name })

test('an undocumented tool is one finding for each profile and tool, however often it is used', async () => {
  const { tenant, systemId, profileId, found } = await scene()
  const runId = await submitRun(tenant)
  const submitted = await tenant.rest(`/agent-runs/${runId}/events`, [
    toolCall(1, 'search'),
    toolCall(2, 'shell'),
    toolCall(3, 'shell'),
    event(4, { event_type: 'proposed_action', tool_name: 'mail' }),
    event(5),
  ])
  expect(await found()).toMatchObject([
    { kind: 'tool', tool_name: 'shell', occurrences: '1', newest_source_id: idsOf(submitted)[2] },
    { kind: 'tool', tool_name: 'mail', occurrences: '1', newest_source_id: idsOf(submitted)[3] },
  ])
  const [shell] = await found()
  expect(shell).toMatchObject({ ai_system_id: systemId, profile_id: profileId, agent_identity: 'bot' })
  const again = await tenant.rest(`/agent-runs/${await submitRun(tenant)}/events`, toolCall(1, 'shell'))
  expect((await found())[0]).toMatchObject({
    finding_id: shell!.finding_id,
    occurrences: '2',
    newest_source_id: idsOf(again)[0],
  })
})

test('a tool is documented from the moment that the profile lists it until it no longer does', async () => {
  const { tenant, profileId, found } = await scene()
  const runId = await submitRun(tenant)
  await tenant.updateProfile(profileId, ['search', 'shell'])
  await tenant.rest(`/agent-runs/${runId}/events`, toolCall(1, 'shell'))
  expect(await found()).toEqual([])
  await tenant.updateProfile(profileId, [])
  await tenant.rest(`/agent-runs/${runId}/events`, toolCall(2, 'search'))
  expect(await found()).toMatchObject([{ kind: 'tool', tool_name: 'search' }])
})

test('runs of an unknown agent are stored, and are one gap with what the newest run said', async () => {
  const { tenant, found } = await scene()
  const undocumented = { agent_identity: 'undocumented' }
  const [first] = await Promise.all([submitRun(tenant, { ...undocumented, model_name: 'old' })])
  await tenant.rest(`/agent-runs/${first}/events`, toolCall(1, 'anything'))
  const last = await submitRun(tenant, { ...undocumented, model_name: 'new', model_version: '2' })
  expect(await found()).toMatchObject([
    {
      kind: 'gap',
      agent_identity: 'undocumented',
      ai_system_id: null,
      profile_id: null,
      model_name: 'new',
      model_version: '2',
      occurrences: '2',
      newest_source_id: last,
    },
  ])
})

test('a run of another model or version is a finding, and omitted ones are not compared', async () => {
  const { tenant, systemId, profileId, found } = await scene()
  await submitRun(tenant)
  await submitRun(tenant, { model_name: 'model' })
  await submitRun(tenant, { model_version: '1' })
  expect(await found()).toEqual([])
  await tenant.rest('/agent-runs', [
    run({ agent_identity: 'bot', model_name: 'model', model_version: '2' }),
    run({ agent_identity: 'bot', model_name: 'model', model_version: '2' }),
    run({ agent_identity: 'bot', model_name: 'other' }),
  ])
  const about = { kind: 'version', ai_system_id: systemId, profile_id: profileId, occurrences: '1' }
  expect(await found()).toMatchObject([
    { ...about, model_name: 'model', model_version: '2' },
    { ...about, model_name: 'other', model_version: null },
  ])
})

test('a drift result is a finding if it says so, or fails its suite version or the gate suite', async () => {
  const { tenant, systemId, found } = await scene()
  await tenant.suite(systemId, 'release', 'psi:drift:lte:0.2', 'psi:accuracy:gte:0.9')
  const drift = (metric_value: number, passed: boolean, more: object = {}) =>
    result({ ai_system_id: systemId, eval_type: 'drift', metric_name: 'psi', metric_value, passed, ...more })
  const tied = { eval_suite: 'release' }
  for (const harmless of [
    drift(0.2, true),
    drift(0.2, true, tied),
    drift(0.9, true, { ...tied, metric_name: 'ks' }),
    drift(0.1, false, { eval_type: 'accuracy', ...tied }),
  ]) {
    expect((await tenant.rest('/ai-evaluations', harmless)).status).toBe(201)
    expect(await found()).toEqual([])
  }
  await tenant.rest('/ai-evaluations', drift(0.9, true, tied))
  expect(await found()).toMatchObject([
    { kind: 'drift', metric_name: 'psi', ai_system_id: systemId, occurrences: '1' },
  ])
  await tenant.rest('/ai-evaluations', [drift(0.1, false), drift(0.1, false, { metric_name: 'ks' })])
  expect(await found()).toMatchObject([
    { metric_name: 'psi', occurrences: '2' },
    { metric_name: 'ks', occurrences: '1' },
  ])
  await tenant.rest('/ai-evaluations', drift(0.9, true))
  expect(await found()).toMatchObject([{ occurrences: '3' }, { occurrences: '1' }])
})

test('each occurrence of a finding is a record of its own', async () => {
  const { tenant } = await scene()
  for (let i = 0; i < 3; i++) await submitRun(tenant, { agent_identity: 'undocumented', model_name: `m${i}` })
  const records = await tenant.sql<{ record: string }>(
    "select record from ingestion.records_v1 where type = 'findings' and org_id = $1",
    [tenant.organization.id],
  )
  expect(records.map(({ record }) => JSON.parse(record).model_name)).toEqual(['m0', 'm1', 'm2'])
  const [subject] = await findings(tenant)
  expect(subject!.occurrences).toBe('3')
  expect(JSON.parse(records[0]!.record).id).toBe(subject!.finding_id)
})

test('the gate sees a finding right after its submission, and again if it occurs after its resolution', async () => {
  const { tenant, systemId } = await scene()
  const { gate } = at.composition.transports
  const asAdmin = (operation: string) =>
    sessionCaller(operation, tenant.organization.admin.session, systemClock)
  const reasons = async () => (await tenant.rest(`/gate-status/${systemId}`)).body.reasons
  const runId = await submitRun(tenant)
  expect(await reasons()).not.toContain('open_drift_trigger')
  await tenant.rest(`/agent-runs/${runId}/events`, toolCall(1, 'shell'))
  expect(await reasons()).toContain('open_drift_trigger')
  const triggers = createClient(TriggerService, gate)
  const [trigger] = (await triggers.listTriggers({}, asAdmin('listTriggers'))).triggers
  await triggers.resolveTrigger(
    { id: trigger!.id, reason: 'assessed', occurrences: trigger!.occurrences },
    asAdmin('resolveTrigger'),
  )
  expect(await reasons()).not.toContain('open_drift_trigger')
  await tenant.rest(`/agent-runs/${runId}/events`, toolCall(2, 'shell'))
  expect(await reasons()).toContain('open_drift_trigger')
  const listed = await createClient(ProposalService, gate).listProposals({}, asAdmin('listProposals'))
  expect(listed.proposals).toMatchObject([{ id: trigger!.id, toolName: 'shell', occurrences: 2n }])
})
