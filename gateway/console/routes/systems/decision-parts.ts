import { OPERATOR_SIGNS } from '../../../../services/kernel/values/operator-signs.ts'
import type { Fact } from '../../components/comparison/compare.ts'

/** The parts of a snapshot that the console reads (docs/gate-rules.md, "The snapshot"). Rules of an earlier version lack some of it. */
type Snapshot = {
  ai_system?: { attestation_roles?: string[]; version?: number }
  suite?: { name: string; version: number; thresholds?: Threshold[] } | null
  profiles?: (Agent & { agent_identity: string; version: number })[]
  certifications?: { of_version?: Certification | null; of_system?: Certification | null }
  attestations?: { role: string; agents?: (Agent & { profile_id: string })[] }[]
  open_triggers?: Trigger[]
  more_open_triggers?: boolean
}
type Threshold = {
  metric_name: string
  eval_type: string
  operator: string
  value: number
  result: { metric_value: number } | null
}
type Agent = { model_name?: string; model_version?: string; prompt_version?: string }
type Certification = { suite_name: string; suite_version: number; agents?: Agent[] }
type Trigger = {
  kind: string
  agent_identity?: string
  tool_name?: string
  metric_name?: string
  model_name?: string | null
  model_version?: string | null
  reason?: string
}

/** Returns the inputs of a decision as facts for people; none if the text is no snapshot. */
export function factsOf(text: string): Fact[] {
  let read: Snapshot
  try {
    read = JSON.parse(text) as Snapshot
  } catch {
    return []
  }
  const { suite, certifications } = read
  return [
    ['Gate suite', suite ? `${suite.name}, version ${suite.version}` : 'none'],
    ...(suite?.thresholds ?? []).map(thresholdOf),
    ...(read.profiles ?? []).map(
      (agent): Fact => [
        `Agent ${agent.agent_identity}`,
        `${modelOf(agent)}, profile version ${agent.version}`,
      ],
    ),
    ['Certification of this suite version', certificationOf(certifications?.of_version)],
    ['Newest certification of the system', certificationOf(certifications?.of_system)],
    ['Must attest', read.ai_system?.attestation_roles?.join(', ') || 'nobody'],
    ...(read.attestations ?? []).map(
      ({ role, agents }): Fact => [
        `Attested as ${role}`,
        (agents ?? []).map(modelOf).join('; ') || 'for no agent',
      ],
    ),
    ['Open triggers', triggersOf(read)],
  ]
}

const thresholdOf = ({ metric_name, eval_type, operator, value, result }: Threshold): Fact => [
  `${metric_name} (${eval_type})`,
  `must be ${OPERATOR_SIGNS[operator] ?? operator} ${value}, newest result ${result === null ? 'none' : result.metric_value}`,
]

const modelOf = ({ model_name, model_version, prompt_version }: Agent): string =>
  `model ${[model_name, model_version].filter(Boolean).join(' ') || 'not named'}, prompt ${prompt_version || 'not named'}`

const certificationOf = (found: Certification | null | undefined): string =>
  found ? `${found.suite_name}, version ${found.suite_version}` : 'none'

function triggersOf({ open_triggers = [], more_open_triggers }: Snapshot): string {
  if (open_triggers.length === 0) return 'none'
  const named = open_triggers.map(
    ({ kind, agent_identity, tool_name, metric_name, model_name, model_version, reason }) =>
      [kind, agent_identity, tool_name, metric_name, model_name, model_version, reason]
        .filter(Boolean)
        .join(' '),
  )
  return `${named.join('; ')}${more_open_triggers ? '; and more' : ''}`
}
