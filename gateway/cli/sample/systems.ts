import { CertificationService } from '../../../proto/gen/attestry/gate/v1/certifications_pb.ts'
import { ProfileService } from '../../../proto/gen/attestry/gate/v1/profiles_pb.ts'
import { Operator, SuiteService } from '../../../proto/gen/attestry/gate/v1/suites_pb.ts'
import { SystemService } from '../../../proto/gen/attestry/gate/v1/systems_pb.ts'
import type { SampleClient } from './client.ts'

const { createSystem } = SystemService.method
const { createSuite } = SuiteService.method
const { createProfile } = ProfileService.method
const { review, certify, attest } = CertificationService.method

/**
 * Makes three AI systems: one that may ship, one whose results do not meet its suite, one whose agent used an undocumented tool.
 */
export async function fillSystems(client: SampleClient): Promise<void> {
  const claims = await system(client, CLAIMS)
  await approved(client, claims)
  await run(client, CLAIMS.agent, 'sample-claims-1', 6, ['search_claims', 'draft_letter', 'search_claims'])
  await client.fetch(`/gate-status/${claims}`)

  const underwriting = await system(client, UNDERWRITING)
  await client.fetch(`/gate-status/${underwriting}`)

  const chat = await system(client, CHAT)
  await approved(client, chat)
  await client.fetch(`/gate-status/${chat}`)
  await run(client, CHAT.agent, 'sample-chat-1', 4, ['look_up_policy', 'send_email'])
  await client.fetch(`/gate-status/${chat}`)

  // An agent that nobody documented.
  await run(client, 'spreadsheet-helper', 'sample-spreadsheet-1', 2, ['read_sheet'])
}

/** Makes a system, its suite, its agent, and results over eight weeks. @returns the system's id */
async function system({ asAdmin, send, ago }: SampleClient, sample: Sample): Promise<string> {
  const { system } = await asAdmin(createSystem, { name: sample.name, attestationRoles: ['ciso'] })
  const aiSystemId = system!.id
  const thresholds = sample.metrics.map(({ metricName, evalType, operator, value }) => ({
    metricName,
    evalType,
    operator,
    value,
  }))
  await asAdmin(createSuite, { aiSystemId, name: 'release', thresholds })
  const model = { modelName: 'example-model', modelVersion: '2026-02', promptVersion: '12' }
  await asAdmin(createProfile, { aiSystemId, agentIdentity: sample.agent, tools: sample.tools, ...model })
  const evaluations = sample.metrics.flatMap(({ metricName, evalType, operator, value, weeks }) =>
    weeks.map((measured, week) => ({
      ai_system_id: aiSystemId,
      eval_suite: 'release',
      source: 'sample data',
      source_kind: 'promptfoo',
      eval_type: evalType,
      metric_name: metricName,
      metric_value: measured,
      threshold: value,
      passed: operator === Operator.LTE ? measured <= value : measured >= value,
      evaluated_at: ago(24 * 7 * (weeks.length - 1 - week) + 3).toISOString(),
    })),
  )
  await send('/ai-evaluations', evaluations)
  return aiSystemId
}

async function approved({ asAdmin }: SampleClient, aiSystemId: string): Promise<void> {
  const { reviewedHash } = await asAdmin(review, { aiSystemId })
  await asAdmin(certify, { aiSystemId, reviewedHash })
  const statement = 'Sample data: reviewed with the model team.'
  await asAdmin(attest, { aiSystemId, reviewedHash, role: 'ciso', statement })
}

async function run(
  { send, ago }: SampleClient,
  agent_identity: string,
  run_ref: string,
  hours: number,
  tools: string[],
): Promise<void> {
  const started = ago(hours)
  const model = { model_name: 'example-model', model_version: '2026-02' }
  const { data } = await send('/agent-runs', {
    agent_identity,
    run_ref,
    ...model,
    status: 'completed',
    started_at: started.toISOString(),
  })
  await send(
    `/agent-runs/${data[0].id}/events`,
    tools.map((tool_name, seq) => ({
      seq,
      event_type: 'tool_call',
      tool_name,
      occurred_at: new Date(started.getTime() + (seq + 1) * 40_000).toISOString(),
    })),
  )
}

type Sample = {
  name: string
  agent: string
  tools: string[]
  /** A threshold, and the measured value of each week, the newest last. */
  metrics: {
    metricName: string
    evalType: string
    operator: Operator
    value: number
    weeks: number[]
  }[]
}

const CLAIMS: Sample = {
  name: 'Claims assistant',
  agent: 'claims-agent',
  tools: ['search_claims', 'draft_letter'],
  metrics: [
    {
      metricName: 'attack_success_rate',
      evalType: 'prompt_injection',
      operator: Operator.LTE,
      value: 0.05,
      weeks: [0.14, 0.11, 0.09, 0.09, 0.06, 0.05, 0.04, 0.03],
    },
    {
      metricName: 'answer_relevancy',
      evalType: 'accuracy',
      operator: Operator.GTE,
      value: 0.85,
      weeks: [0.79, 0.81, 0.84, 0.86, 0.86, 0.88, 0.89, 0.91],
    },
  ],
}

const UNDERWRITING: Sample = {
  name: 'Underwriting model',
  agent: 'underwriting-agent',
  tools: ['score_application'],
  metrics: [
    {
      metricName: 'demographic_parity_gap',
      evalType: 'bias',
      operator: Operator.LTE,
      value: 0.1,
      weeks: [0.19, 0.18, 0.18, 0.16, 0.15, 0.13, 0.13, 0.12],
    },
    {
      metricName: 'exact_match',
      evalType: 'accuracy',
      operator: Operator.GTE,
      value: 0.9,
      weeks: [0.9, 0.9, 0.91, 0.92, 0.91, 0.93, 0.93, 0.94],
    },
  ],
}

const CHAT: Sample = {
  name: 'Customer chat',
  agent: 'chat-agent',
  tools: ['look_up_policy', 'open_ticket'],
  metrics: [
    {
      metricName: 'toxicity_rate',
      evalType: 'toxicity',
      operator: Operator.LTE,
      value: 0.01,
      weeks: [0.02, 0.015, 0.011, 0.009, 0.008, 0.007, 0.006, 0.006],
    },
  ],
}
