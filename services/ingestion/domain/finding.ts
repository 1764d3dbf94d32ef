import { type FindingParts, findingSubject } from '../../kernel/audit/finding-subject.ts'
import { canonicalJson } from '../../kernel/json/canonical-json.ts'
import { isoTime } from '../../kernel/values/time.ts'

/** A finding about a subject in one call (docs/published-views.md, `ingestion.findings_v1`). */
export type Finding = {
  kind: 'tool' | 'gap' | 'version' | 'drift'
  systemId: string | null
  /** The profile that the run or event was compared with, and its version. */
  profileId: string | null
  profileVersion: number | null
  agentIdentity: string | null
  toolName: string | null
  /** As the run reported it. */
  modelName: string | null
  modelVersion: string | null
  metricName: string | null
  /** The run, event or result. */
  sourceId: string
}

/** Makes a finding. A field that is left out is null. */
export function finding(
  kind: Finding['kind'],
  sourceId: string,
  about: Partial<Omit<Finding, 'kind' | 'sourceId'>>,
): Finding {
  return { ...NOTHING, ...about, kind, sourceId }
}

/** Returns what a finding is about, under the names of its record and its columns. */
export function findingParts(finding: Finding): FindingParts {
  return {
    kind: finding.kind,
    ai_system_id: finding.systemId,
    profile_id: finding.profileId,
    agent_identity: finding.agentIdentity,
    tool_name: finding.toolName,
    model_name: finding.modelName,
    model_version: finding.modelVersion,
    metric_name: finding.metricName,
  }
}

/** Returns the lower-case hex SHA-256 of the parts of a finding's subject. */
export function subjectOf(finding: Finding): string {
  return findingSubject(findingParts(finding))
}

/** Keeps one finding a subject: the last one of the call. */
export function onePerSubject(findings: Finding[]): Finding[] {
  return [...new Map(findings.map((finding) => [`${finding.kind} ${subjectOf(finding)}`, finding])).values()]
}

/** Returns the record of one finding, which is one occurrence of its subject. */
export function findingRecord(organizationId: string, id: string, finding: Finding, at: Date): string {
  return canonicalJson({
    id,
    organization_id: organizationId,
    ...findingParts(finding),
    profile_version: finding.profileVersion,
    source_id: finding.sourceId,
    source_type: SOURCES[finding.kind],
    created_at: isoTime(at),
  })
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
