/**
 * Everything that a gate decision reads, as one JSON value (docs/gate-rules.md, "The snapshot"). Its RFC 8785 bytes are stored
 * with the decision and hashed. New snapshots are of rules version 2. Those of version 1 MUST stay readable; they lack the
 * optional members.
 */
export type Snapshot = {
  rules_version: 1 | 2
  organization_id: string
  separation_of_duties?: Separation
  ai_system: { id: string; name: string; version: number; attestation_roles: string[] }
  suite: SuiteState | null
  profiles: ProfileState[]
  certifications: {
    of_system: SystemCertification | null
    of_suite: CertificationRef | null
    of_version: VersionCertification | null
  }
  attestations: AttestationState[]
  open_triggers: OpenTrigger[]
  more_open_triggers: boolean
}

/** The current version of the system's gate suite. */
export type SuiteState = { id: string; name: string; version: number; thresholds: ThresholdState[] }

/** A threshold with the newest result tied to this suite version, if there is one. */
export type ThresholdState = Threshold & { result: NewestResult | null }

export type Threshold = { metric_name: string; eval_type: string; operator: string; value: number }

/** `record_hash`: RFC 6962 leaf hash of the result's record, hex. */
export type NewestResult = { id: string; metric_value: number; record_hash: string }

/** An agent profile in its current version. */
export type ProfileState = AgentVersions & { id: string; version: number; agent_identity: string }

export type AgentVersions = { model_name: string; model_version: string; prompt_version: string }

/** The versions of one profile that a certification or attestation locked. */
export type LockedAgent = AgentVersions & { profile_id: string }

export type CertificationRef = { id: string; suite_id: string; suite_name: string; suite_version: number }

export type SystemCertification = CertificationRef & { agents: LockedAgent[] }

/** `involved`: who submitted its results or wrote the suite version, sorted; null where that was not recorded. */
export type VersionCertification = CertificationRef & {
  agents?: LockedAgent[]
  certified_by?: string
  involved?: string[] | null
  waited_hours?: number | null
}

/** `waited_hours`: since the person granted the role, or had a password reset; null where that was not recorded. */
export type AttestationState = {
  id: string
  role: string
  suite_id: string
  agents: LockedAgent[]
  attested_by?: string
  waited_hours?: number | null
}

/** The organization's settings for which actions need different people. */
export type Separation = {
  attester_per_role: boolean
  certifier_is_another: boolean
  changes_need_another: boolean
  role_wait_hours: number
}

export type OpenTrigger =
  | { id: string; kind: 'tool'; agent_identity: string; tool_name: string }
  | {
      id: string
      kind: 'version'
      agent_identity: string
      model_name: string | null
      model_version: string | null
    }
  | { id: string; kind: 'drift'; metric_name: string }
  | { id: string; kind: 'manual'; reason: string }

/** The kinds of open triggers. */
export const TRIGGER_KINDS: readonly OpenTrigger['kind'][] = ['tool', 'version', 'drift', 'manual']

/** A snapshot under the newest rules. */
export type CurrentSnapshot = Snapshot & { rules_version: 2; separation_of_duties: Separation }

type Read = Omit<CurrentSnapshot, 'rules_version' | 'more_open_triggers' | 'certifications'> & {
  certifications: Omit<Snapshot['certifications'], 'of_version'> & {
    of_version: (VersionCertification & { agents: LockedAgent[] }) | null
  }
}

/** How many open triggers a snapshot shows, and how many items a message lists. */
export const SHOWN = 20

/** Returns the snapshot with its parts in the order that the rules prescribe. `open_triggers` may hold one more than is shown. */
export function inOrder(read: Read): CurrentSnapshot {
  const triggers = sortedBy(read.open_triggers, ({ id }) => [id])
  return {
    rules_version: 2,
    organization_id: read.organization_id,
    separation_of_duties: read.separation_of_duties,
    ai_system: {
      ...read.ai_system,
      attestation_roles: sortedBy([...new Set(read.ai_system.attestation_roles)], (r) => [r]),
    },
    suite: read.suite && {
      ...read.suite,
      thresholds: sortedBy(read.suite.thresholds, (t) => [t.metric_name, t.eval_type, t.operator]),
    },
    profiles: sortedBy(read.profiles, ({ id }) => [id]),
    certifications: {
      ...read.certifications,
      of_system: read.certifications.of_system && withSortedAgents(read.certifications.of_system),
      of_version: read.certifications.of_version && {
        ...withSortedAgents(read.certifications.of_version),
        involved: read.certifications.of_version.involved?.toSorted() ?? null,
      },
    },
    attestations: sortedBy(read.attestations.map(withSortedAgents), ({ role }) => [role]),
    open_triggers: triggers.slice(0, SHOWN),
    more_open_triggers: triggers.length > SHOWN,
  }
}

function withSortedAgents<T extends { agents: LockedAgent[] }>(locked: T): T {
  return { ...locked, agents: sortedBy(locked.agents, ({ profile_id }) => [profile_id]) }
}

/** Ascending by UTF-16 code units, key by key. */
function sortedBy<T>(items: T[], keys: (item: T) => string[]): T[] {
  return items.toSorted((a, b) => {
    const right = keys(b)
    for (const [i, left] of keys(a).entries()) {
      if (left !== right[i]) return left < right[i]! ? -1 : 1
    }
    return 0
  })
}
