import type { Answer } from '../../../harness/rest.ts'
import { type Actions, ago, kept, next, type Worker } from './worker.ts'

/** AI systems, results and telemetry about them, and people's approvals. */
export const GATE_ACTIONS: Actions = {
  async system(w) {
    if (w.known.systems.length > 2) return undefined
    const suite = `release ${next(w)}`
    const made = await w.rpc('admin', 'gate.v1.SystemService/CreateSystem', {
      ...{ name: `System of ${suite}`, attestationRoles: w.of([[], ['ciso']]) },
    })
    const id = made.body.system?.id
    if (id === undefined) return made
    await w.rpc('member', 'gate.v1.SuiteService/CreateSuite', suiteOf(w, id, suite))
    return kept(made, w.known.systems, { id, suite })
  },
  async profile(w) {
    const answer = await w.rpc('first', 'gate.v1.ProfileService/CreateProfile', {
      ...{ aiSystemId: w.of(w.known.systems)?.id, agentIdentity: `agent ${w.below(12)}`, tools: ['search'] },
      ...{ modelName: 'm', modelVersion: '1', promptVersion: '1' },
    })
    return kept(answer, w.known.profiles, answer.body?.profile?.id)
  },
  updateProfile: (w) =>
    w.rpc(w.of(['member', 'second'] as const), 'gate.v1.ProfileService/UpdateProfile', {
      id: w.of(w.known.profiles),
      ...w.of([
        { modelVersion: String(w.below(3)) },
        { promptVersion: String(w.below(2)) },
        { tools: { values: w.of([['search'], ['search', 'mail']]) } },
      ]),
    }),
  async suite(w) {
    if (w.below(4) > 0) return undefined
    const { id, suite } = w.of(w.known.systems) ?? {}
    return await w.rpc('member', 'gate.v1.SuiteService/CreateSuite', suiteOf(w, id, suite))
  },
  roles: (w) =>
    w.rpc('admin', 'gate.v1.SystemService/UpdateSystem', {
      ...{ id: w.of(w.known.systems)?.id, attestationRoles: { values: w.of([[], ['ciso'], ['dpo']]) } },
    }),
  grant: (w) =>
    w.rpc('colleague', 'ledger.v1.UserService/UpdateUser', {
      ...{ id: w.admin, attestationRoles: { values: w.of([[], ['ciso'], ['ciso', 'dpo']]) } },
    }),
  results: (w) => w.rest('/ai-evaluations', [resultOf(w), resultOf(w)]),
  worse: (w) => w.rest('/ai-evaluations', { ...resultOf(w), metric_value: 0.3, passed: w.below(2) > 0 }),
  drift: (w) =>
    w.rest('/ai-evaluations', {
      ...{ ai_system_id: w.of(w.known.systems)?.id, source: 'ci', eval_type: 'drift', metric_name: 'psi' },
      ...{ metric_value: 0.5, passed: false, evaluated_at: ago(1) },
    }),
  async run(w) {
    const answer = await w.rest('/agent-runs', {
      ...{ agent_identity: `agent ${w.below(14)}`, run_ref: `run-${w.below(200)}`, started_at: ago(60) },
      ...(w.below(3) ? {} : { model_name: 'm', model_version: w.of(['1', '2']) }),
    })
    return kept(answer, w.known.runs, answer.body?.data?.[0]?.id)
  },
  events: (w) =>
    w.rest(
      `/agent-runs/${w.of(w.known.runs)}/events`,
      Array.from({ length: 1 + w.below(4) }, () => ({
        ...{ seq: next(w), event_type: 'tool_call', occurred_at: ago(w.below(60)) },
        tool_name: w.of(['search', 'search', 'mail', 'rm']),
      })),
    ),
  gate: (w) => w.rest(`/gate-status/${w.of(w.known.systems)?.id}`),
  review: approved,
  certify: approved,
  release: approved,
  openTrigger: (w) =>
    w.rpc('member', 'gate.v1.TriggerService/OpenTrigger', {
      ...{ aiSystemId: w.of(w.known.systems)?.id, reason: `look again ${next(w)}` },
    }),
  async resolve(w) {
    const status = 'TRIGGER_STATUS_OPEN'
    const { body } = await w.rpc('first', 'gate.v1.TriggerService/ListTriggers', { status })
    const open = w.of<Open | undefined>(body.triggers ?? [])
    if (open === undefined) return undefined
    const resolution = resolutionOf(w, open)
    return await w.rpc('first', 'gate.v1.TriggerService/ResolveTrigger', resolution)
  },
  async resolveProposal(w) {
    const status = 'PROPOSAL_STATUS_OPEN'
    const { body } = await w.rpc('second', 'gate.v1.ProposalService/ListProposals', { status })
    const open = w.of<Open | undefined>(body.proposals ?? [])
    if (open === undefined) return undefined
    const resolution = resolutionOf(w, open)
    if (w.below(2)) return await w.rpc('second', 'gate.v1.ProposalService/DismissProposal', resolution)
    const profile = { tools: ['search'], modelName: 'm', modelVersion: '1', promptVersion: '1' }
    return await w.rpc('second', 'gate.v1.ProposalService/AcceptProposal', {
      ...resolution,
      ...(open.kind === 'PROPOSAL_KIND_GAP' ? { aiSystemId: w.of(w.known.systems)?.id, profile } : {}),
    })
  },
}

type Open = { id: string; occurrences: string; said: string; kind?: string }

/** Returns a request that resolves a finding, with or without what the list said of it. */
function resolutionOf(w: Worker, { id, occurrences, said }: Open) {
  return { id, occurrences, reason: 'looked into', ...(w.below(3) ? { said } : {}) }
}

/** Submits results that meet the suite, then a certification and attestations, and asks the gate. */
async function approved(w: Worker): Promise<Answer | undefined> {
  const system = w.of(w.known.systems)
  if (system === undefined) return undefined
  const aiSystemId = system.id
  const met = { ...resultOf(w), ai_system_id: aiSystemId, eval_suite: system.suite, metric_value: 0.01 }
  await w.rest('/ai-evaluations', met)
  const reviewed = async (who: 'first' | 'second' | 'admin') => {
    const { body } = await w.rpc(who, 'gate.v1.CertificationService/Review', { aiSystemId })
    return { aiSystemId, reviewedHash: body.reviewedHash }
  }
  await w.rpc('second', 'gate.v1.CertificationService/Certify', await reviewed('second'))
  for (const [who, role] of [
    ['first', 'ciso'],
    ['second', 'dpo'],
    ['admin', 'ciso'],
  ] as const)
    await w.rpc(who, 'gate.v1.CertificationService/Attest', {
      ...{ ...(await reviewed(who)), role, statement: 'looked at it' },
    })
  return await w.rest(`/gate-status/${aiSystemId}`)
}

function suiteOf(w: Worker, aiSystemId: string | undefined, name: string | undefined) {
  const value = w.of([0.1, 0.2])
  const threshold = { metricName: 'asr', evalType: 'prompt_injection', operator: 'OPERATOR_LTE', value }
  return { aiSystemId, name, thresholds: [threshold] }
}

function resultOf(w: Worker) {
  const { id, suite } = w.of(w.known.systems) ?? {}
  return {
    ...{ ai_system_id: id, source: 'ci', eval_type: 'prompt_injection', metric_name: 'asr' },
    ...{
      metric_value: w.of([0.05, 0.15]),
      passed: true,
      eval_suite: suite,
      evaluated_at: ago(w.below(1000)),
    },
  }
}
