import {
  type AttestationState,
  type CertificationRef,
  type CurrentSnapshot,
  inOrder,
  type LockedAgent,
  type NewestResult,
  type OpenTrigger,
  type ProfileState,
  type Separation,
  type SystemCertification,
  type Threshold,
  type VersionCertification,
} from '../domain/decision/snapshot.ts'
import { SNAPSHOT_SQL } from './snapshot-sql.ts'

/** A system whose snapshot is wanted. */
export type SystemKey = { organizationId: string; systemId: string }

/** Runs one statement with positional parameters. */
export type Run = (sql: string, values: unknown[]) => Promise<unknown[]>

/** A snapshot, and how many entries of the log it has certainly seen: those that had their leaf when it was read. */
type ReadSnapshot = { snapshot: CurrentSnapshot; logSize: number }

/** Reads the snapshots of some systems as of the same time, in the order of `keys`; undefined for a system that does not exist. */
export async function readSnapshots(run: Run, keys: SystemKey[]): Promise<(ReadSnapshot | undefined)[]> {
  const values = [keys.map((key) => key.organizationId), keys.map((key) => key.systemId)]
  const rows = (await run(SNAPSHOT_SQL, values)) as Row[]
  return keys.map(({ organizationId }, i) => {
    const row = rows[i]
    if (row === undefined || row.id === null) return undefined
    return { snapshot: snapshotOf(organizationId, row), logSize: Number(row.log_size ?? 0) }
  })
}

function snapshotOf(organizationId: string, row: Row): CurrentSnapshot {
  const results = new Map((row.results ?? []).map((result) => [measureKey(result), result]))
  return inOrder({
    organization_id: organizationId,
    separation_of_duties: row.separation,
    ai_system: { id: row.id, name: row.name, version: row.version, attestation_roles: row.attestation_roles },
    suite: row.suite && {
      ...row.suite,
      thresholds: row.suite.thresholds.map((threshold) => ({
        ...threshold,
        result: resultOf(results.get(measureKey(threshold))),
      })),
    },
    profiles: row.profiles ?? [],
    certifications: { of_system: row.of_system, of_suite: row.of_suite, of_version: row.of_version },
    attestations: row.attestations ?? [],
    open_triggers: (row.open_triggers ?? []).map(triggerOf),
  })
}

function measureKey({ metric_name, eval_type }: { metric_name: string; eval_type: string }): string {
  return `${eval_type} ${metric_name}`
}

function resultOf(found: Measured | undefined): NewestResult | null {
  if (found === undefined) return null
  const { id, metric_value, record_hash } = found
  return { id, metric_value, record_hash }
}

function triggerOf(row: TriggerRow): OpenTrigger {
  const { id, kind } = row
  switch (kind) {
    case 'tool':
      return { id, kind, agent_identity: row.agent_identity, tool_name: row.tool_name }
    case 'version': {
      const { agent_identity, model_name, model_version } = row
      return { id, kind, agent_identity, model_name, model_version }
    }
    case 'drift':
      return { id, kind, metric_name: row.metric_name }
    case 'manual':
      return { id, kind, reason: row.reason }
    default:
      throw new Error(`finding ${id} is of the unknown kind ${kind satisfies never}`)
  }
}

type Measured = NewestResult & { metric_name: string; eval_type: string }
type TriggerRow = {
  id: string
  kind: OpenTrigger['kind']
  agent_identity: string
  tool_name: string
  model_name: string | null
  model_version: string | null
  metric_name: string
  reason: string
}
type Row = {
  id: string
  name: string
  version: number
  attestation_roles: string[]
  separation: Separation
  suite: { id: string; name: string; version: number; thresholds: Threshold[] } | null
  results: Measured[] | null
  profiles: ProfileState[] | null
  of_system: SystemCertification | null
  of_suite: CertificationRef | null
  of_version: (VersionCertification & { agents: LockedAgent[] }) | null
  attestations: AttestationState[] | null
  open_triggers: TriggerRow[] | null
  log_size: string | null
}
