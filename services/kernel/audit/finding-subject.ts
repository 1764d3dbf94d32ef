import { sha256Hex } from '../crypto/digest.ts'
import { canonicalJson } from '../json/canonical-json.ts'

/** What the record of a finding says about its subject. A field that the kind does not use is null. */
export type FindingParts = {
  kind: 'tool' | 'gap' | 'version' | 'drift'
  ai_system_id: string | null
  profile_id: string | null
  agent_identity: string | null
  tool_name: string | null
  model_name: string | null
  model_version: string | null
  metric_name: string | null
}

/** Returns the lower-case hex SHA-256 of the parts of a finding's subject (docs/published-views.md, `ingestion.findings_v1`). */
export function findingSubject(finding: FindingParts): string {
  return sha256Hex(canonicalJson(partsOf(finding)))
}

function partsOf(finding: FindingParts): (string | null)[] {
  switch (finding.kind) {
    case 'tool':
      return [finding.profile_id, finding.tool_name]
    case 'gap':
      return [finding.agent_identity]
    case 'version':
      return [finding.profile_id, finding.model_name, finding.model_version]
    case 'drift':
      return [finding.ai_system_id, finding.metric_name]
  }
}
