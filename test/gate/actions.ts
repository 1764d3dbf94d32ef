import { expect } from 'vitest'
import { type Operator, OperatorSchema } from '../../proto/gen/attestry/gate/v1/suites_pb.ts'
import {
  type ProposalKind,
  ProposalKindSchema,
  ProposalStatus,
  type TriggerKind,
  TriggerKindSchema,
  TriggerStatus,
} from '../../proto/gen/attestry/gate/v1/triggers_pb.ts'
import { enumText } from '../../services/kernel/values/enum-text.ts'
import type { Step } from './case-file.ts'
import { clientsOf, type Stage, type Staged } from './stage.ts'

/** The action of each line of a case, by its first word (test/gate/cases/README.md). */
export const ACTIONS: { [word: string]: (stage: Stage, so: Staged, step: Step) => Promise<void> } = {
  async system(stage, so, { words: [, name], named }) {
    const attestationRoles = listOf(named.roles)
    const made = await clientsOf(stage).systems.createSystem(
      { name, attestationRoles },
      stage.asAdmin('createSystem'),
    )
    so.systemId = made.system!.id
  },

  async roles(stage, so, { words: [, roles] }) {
    const attestationRoles = { values: listOf(roles) }
    await clientsOf(stage).systems.updateSystem(
      { id: so.systemId, attestationRoles },
      stage.asAdmin('updateSystem'),
    )
  },

  async 'gate-suite'(stage, so, { words: [, gateSuite] }) {
    await clientsOf(stage).systems.updateSystem({ id: so.systemId, gateSuite }, stage.asAdmin('updateSystem'))
  },

  async suite(stage, so, { words: [, name = '', ...thresholds] }) {
    const made = await clientsOf(stage).suites.createSuite(
      { aiSystemId: so.systemId, name, thresholds: thresholds.map(thresholdOf) },
      stage.asAdmin('createSuite'),
    )
    const versions = so.suites.get(name) ?? []
    expect(made.suite!.version).toBe(versions.length + 1)
    so.suites.set(name, [...versions, made.suite!.id])
    if (so.firstSuite === '') so.firstSuite = name
  },

  async profile(stage, so, { words: [, agentIdentity = ''], named }) {
    const made = await clientsOf(stage).profiles.createProfile(
      { aiSystemId: so.systemId, agentIdentity, ...versionsOf(named), tools: listOf(named.tools) },
      stage.asAdmin('createProfile'),
    )
    so.profiles.set(agentIdentity, made.profile!.id)
  },

  async update(stage, so, { words: [, identity = ''], named }) {
    const tools = named.tools === undefined ? {} : { tools: { values: listOf(named.tools) } }
    await clientsOf(stage).profiles.updateProfile(
      { id: known(so.profiles.get(identity)), ...versionsOf(named), ...tools },
      stage.asAdmin('updateProfile'),
    )
  },

  async result(stage, so, { words: [, measure = '', value], named }) {
    const [metric_name, eval_type] = measure.split(':')
    const suite = named.suite ?? so.firstSuite
    const [name = '', version] = suite.split('@')
    const eval_suite = version === undefined ? name : so.suites.get(name)?.[Number(version) - 1]
    const answer = await stage.rest('/ai-evaluations', {
      ai_system_id: so.systemId,
      source: 'case',
      eval_type,
      metric_name,
      metric_value: Number(value),
      passed: named.passed !== 'no',
      evaluated_at: named.at ?? '2026-01-02T03:04:05Z',
      ...(named.measured === undefined ? {} : { payload: { agents: [measuredOf(named.measured)] } }),
      ...(suite === 'none' ? {} : { eval_suite }),
    })
    expect(answer.text).toContain('"created":1')
  },

  async certify(stage, so, { words: [, refused] }) {
    const reviewed = await reviewNow(stage, so)
    const answer = clientsOf(stage).certifications.certify(reviewed, stage.asAdmin('certify'))
    if (refused === 'refused') await expect(answer).rejects.toThrow(/is not met|is certified but not met/)
    else if (refused === 'unmeasured')
      await expect(answer).rejects.toThrow(/after the last change of an agent/)
    else await answer
  },

  async attest(stage, so, { words: [, role = ''] }) {
    const request = { ...(await reviewNow(stage, so)), role, statement: 'I have looked at it.' }
    await clientsOf(stage).certifications.attest(request, stage.asAdmin('attest'))
  },

  async run(stage, so, { words: [, agent_identity], named }) {
    so.runs += 1
    const { modelName: model_name, modelVersion: model_version } = versionsOf(named)
    const answer = await stage.rest('/agent-runs', {
      agent_identity,
      run_ref: `run-${so.runs}`,
      started_at: '2026-01-02T03:04:05Z',
      ...(model_name === undefined ? {} : { model_name, model_version }),
    })
    expect(answer.text).toContain('"created":1')
    so.runId = answer.body.data[0].id
  },

  async event(stage, so, { words: [, tool_name] }) {
    so.events += 1
    const answer = await stage.rest(`/agent-runs/${so.runId}/events`, {
      seq: so.events,
      event_type: 'tool_call',
      tool_name,
      occurred_at: '2026-01-02T03:04:06Z',
    })
    expect(answer.text).toContain('"created":1')
  },

  async open(stage, so, { words: [, reason = ''] }) {
    await clientsOf(stage).triggers.openTrigger(
      { aiSystemId: so.systemId, reason },
      stage.asAdmin('openTrigger'),
    )
  },

  async resolve(stage, so, { words: [, kind = ''], named }) {
    const { triggers } = clientsOf(stage)
    const page = { aiSystemId: so.systemId, status: TriggerStatus.OPEN }
    const listed = await triggers.listTriggers(page, stage.asAdmin('listTriggers'))
    const one = only(listed.triggers.filter((trigger) => trigger.kind === TRIGGER_KINDS.value(kind)))
    const { id } = one
    const occurrences = named.seen === undefined ? one.occurrences : BigInt(named.seen)
    await triggers.resolveTrigger({ id, occurrences, reason: 'assessed' }, stage.asAdmin('resolveTrigger'))
  },

  async accept(stage, so, { words: [, kind = ''] }) {
    const { id, occurrences } = only(await openProposals(stage, kind))
    const gap = kind === 'gap' ? { aiSystemId: so.systemId } : {}
    await clientsOf(stage).proposals.acceptProposal(
      { id, occurrences, reason: 'known', ...gap },
      stage.asAdmin('acceptProposal'),
    )
  },

  async dismiss(stage, _, { words: [, kind = ''] }) {
    const { id, occurrences } = only(await openProposals(stage, kind))
    await clientsOf(stage).proposals.dismissProposal(
      { id, occurrences, reason: 'not wanted' },
      stage.asAdmin('dismissProposal'),
    )
  },

  async proposals(stage, _, { words: [, kind = '', count] }) {
    expect(await openProposals(stage, kind)).toHaveLength(Number(count))
  },

  async expect(stage, so, { words: [, decision, ...reasons] }) {
    const answer = await stage.rest(`/gate-status/${so.systemId}`)
    expect(answer.status, answer.text).toBe(200)
    expect({ decision: answer.body.decision, reasons: answer.body.reasons }).toEqual({ decision, reasons })
    so.decision = answer.body
    const replayed = await clientsOf(stage).decisions.replayDecision(
      { decisionId: so.decision.decision_id },
      stage.asAdmin('replayDecision'),
    )
    expect(replayed).toMatchObject({ identical: true, differences: [] })
  },

  async message(_, so, { words: [, code, message] }) {
    expect(so.decision.reason_details).toContainEqual({ code, message })
  },

  async missing(_, so, { words: [, ...roles] }) {
    expect(so.decision.missing_attestation_roles).toEqual(roles)
  },

  async certified(_, so) {
    expect(so.decision.certification_id).toMatch(/^[0-9a-f-]{36}$/)
  },

  async uncertified(_, so) {
    expect(so.decision.certification_id).toBeNull()
  },
}

/** Returns the AI system as a person reviews it now. */
export async function reviewOf(stage: Stage, { systemId: aiSystemId }: Pick<Staged, 'systemId'>) {
  const review = await clientsOf(stage).certifications.review({ aiSystemId }, stage.asAdmin('review'))
  return { ...review, aiSystemId }
}

/** Returns the AI system and the reviewed hash, which certifications and attestations name. */
async function reviewNow(stage: Stage, so: Staged) {
  const { aiSystemId, reviewedHash } = await reviewOf(stage, so)
  return { aiSystemId, reviewedHash }
}

const OPERATORS = enumText<Operator>(OperatorSchema)
const TRIGGER_KINDS = enumText<TriggerKind>(TriggerKindSchema)
const PROPOSAL_KINDS = enumText<ProposalKind>(ProposalKindSchema)

async function openProposals(stage: Stage, kind: string) {
  const page = { status: ProposalStatus.OPEN }
  const { proposals } = await clientsOf(stage).proposals.listProposals(page, stage.asAdmin('listProposals'))
  return proposals.filter((proposal) => proposal.kind === PROPOSAL_KINDS.value(kind))
}

function thresholdOf(text: string) {
  const [metricName, evalType, operator = '', value] = text.split(':')
  return { metricName, evalType, operator: OPERATORS.value(operator), value: Number(value) }
}

function versionsOf(named: Step['named']): {
  modelName?: string
  modelVersion?: string
  promptVersion?: string
} {
  const [modelName, modelVersion] = named.model?.split('/') ?? []
  return {
    ...(modelName === undefined || modelVersion === undefined ? {} : { modelName, modelVersion }),
    ...(named.prompt === undefined ? {} : { promptVersion: named.prompt }),
  }
}

function measuredOf(text: string) {
  const [agent_identity, model_name, model_version, prompt_version] = text.split('/')
  return { agent_identity, model_name, model_version, prompt_version }
}

function listOf(text: string | undefined): string[] {
  return text === undefined || text === '' ? [] : text.split(',')
}

function only<T>(found: T[]): T {
  expect(found).toHaveLength(1)
  return found[0]!
}

function known<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('not made in this case')
  return value
}
