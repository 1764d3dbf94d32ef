import { canonicalJson } from '../../kernel/canonical-json.ts'
import { sha256Hex } from '../../kernel/crypto/digest.ts'
import { isoTime } from '../../kernel/values/time.ts'

/** What was found about a subject in one call (docs/published-views.md, `ingestion.findings_v1`). */
export type Finding = {
  kind: 'tool' | 'gap' | 'version' | 'drift'
  systemId: string | null
  /** The profile that the run or event was held against, and in which version. */
  profileId: string | null
  profileVersion: number | null
  agentIdentity: string | null
  toolName: string | null
  /** As the run said it. */
  modelName: string | null
  modelVersion: string | null
  metricName: string | null
  /** The run, event or result. */
  sourceId: string
}

/** A finding with what is left out standing for null. */
export function finding(
  kind: Finding['kind'],
  sourceId: string,
  about: Partial<Omit<Finding, 'kind' | 'sourceId'>>,
): Finding {
  return { ...NOTHING, ...about, kind, sourceId }
}

/** Lower-case hex SHA-256 of what a finding's subject consists of. */
export function subjectOf(it: Finding): string {
  return sha256Hex(canonicalJson(partsOf(it)))
}

/** One finding a subject: what was found last in the call stands for all. */
export function onePerSubject(findings: Finding[]): Finding[] {
  return [...new Map(findings.map((it) => [`${it.kind} ${subjectOf(it)}`, it])).values()]
}

/** The record of one occurrence. */
export function findingRecord(organizationId: string, id: string, it: Finding, at: Date): string {
  return canonicalJson({
    id,
    organization_id: organizationId,
    kind: it.kind,
    ai_system_id: it.systemId,
    profile_id: it.profileId,
    profile_version: it.profileVersion,
    agent_identity: it.agentIdentity,
    tool_name: it.toolName,
    model_name: it.modelName,
    model_version: it.modelVersion,
    metric_name: it.metricName,
    source_id: it.sourceId,
    source_type: SOURCES[it.kind],
    created_at: isoTime(at),
  })
}

function partsOf(it: Finding): (string | null)[] {
  switch (it.kind) {
    case 'tool':
      return [it.profileId, it.toolName]
    case 'gap':
      return [it.agentIdentity]
    case 'version':
      return [it.profileId, it.modelName, it.modelVersion]
    case 'drift':
      return [it.systemId, it.metricName]
  }
}

const SOURCES = {
  tool: 'agent-events',
  gap: 'agent-runs',
  version: 'agent-runs',
  drift: 'evaluations',
} satisfies Record<Finding['kind'], string>

const NOTHING = {
  systemId: null,
  profileId: null,
  profileVersion: null,
  agentIdentity: null,
  toolName: null,
  modelName: null,
  modelVersion: null,
  metricName: null,
}
