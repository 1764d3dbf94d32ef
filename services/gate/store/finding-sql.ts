import { firstPart } from '../../kernel/lists/part.ts'
import type { Finding } from '../domain/triggers/finding.ts'

/** Findings from ingestion's view, and triggers opened by hand, with the same columns. */
const FOUND = `
  select org_id, finding_id as id, kind, ai_system_id as system_id, profile_id, agent_identity, tool_name, model_name,
    model_version, metric_name, null as reason, null::uuid as changed_by, occurrences, first_at, last_at
  from ingestion.findings_v1`

const OPENED = `
  select org_id, id, 'manual' as kind, system_id, null::uuid as profile_id, null as agent_identity, null as tool_name,
    null as model_name, null as model_version, null as metric_name, reason,
    case when changed is null then null else opened_by end as changed_by, 1::bigint as occurrences,
    (record::jsonb ->> 'created_at')::timestamptz as first_at, (record::jsonb ->> 'created_at')::timestamptz as last_at
  from gate.triggers`

const RESOLVED = `
  left join lateral (
    select r.record, r.occurrences from gate.resolutions r
    where r.org_id = f.org_id and r.subject_id = f.id order by r.occurrences desc limit 1) r on true`

const COLUMNS = 'f.*, r.record as resolution, coalesce(r.occurrences, 0) as resolved_occurrences'

/** One finding, for the ORM's placeholders: organization and id, twice. */
export const BY_ID_SQL = `
  select ${COLUMNS} from (
    select * from (${FOUND}) f where f.org_id = ? and f.id = ?
    union all select * from (${OPENED}) f where f.org_id = ? and f.id = ?) f ${RESOLVED}`

/** The columns of a `FindingRow`, of a row `p`, and the size of its resolution. */
const ROW = `p.id, p.kind, p.system_id, p.profile_id, p.agent_identity, p.tool_name, p.model_name, p.model_version, p.metric_name,
  p.reason, p.changed_by, p.occurrences, p.first_at, p.last_at, p.resolution, p.resolved_occurrences, octet_length(p.record) as bytes`

/** The first part of a page: $1 organization, $2 below this id, $3 kinds, $4 system or null, $5 newest action or null, $6 limit. */
export function pageSql(open: boolean | undefined): string {
  const openness =
    open === undefined ? '' : `and f.occurrences ${open ? '>' : '<='} coalesce(r.occurrences, 0)`
  const part = (source: string): string => `
    (select ${COLUMNS} from (${source}) f ${RESOLVED}
    where f.org_id = $1 and f.id < $2 and f.kind = any ($3::text[]) and ($4::uuid is null or f.system_id = $4)
      and ($5::text is null or r.record::jsonb ->> 'action' = $5) ${openness}
    order by f.id desc limit $6)`
  const rows = `select f.*, coalesce(f.resolution, '') as record from (${part(FOUND)} union all ${part(OPENED)}) f
    order by f.id desc limit $6`
  return firstPart(ROW, rows, 'p.id desc')
}

/** The row of a finding. */
export type FindingRow = {
  id: string
  kind: Finding['kind']
  system_id: string | null
  profile_id: string | null
  agent_identity: string | null
  tool_name: string | null
  model_name: string | null
  model_version: string | null
  metric_name: string | null
  reason: string | null
  changed_by: string | null
  occurrences: string
  first_at: Date
  last_at: Date
  resolution: string | null
  resolved_occurrences: string
}

export function findingOf(row: FindingRow): Finding {
  return {
    id: row.id,
    kind: row.kind,
    systemId: row.system_id,
    profileId: row.profile_id,
    agentIdentity: row.agent_identity,
    toolName: row.tool_name,
    modelName: row.model_name,
    modelVersion: row.model_version,
    metricName: row.metric_name,
    reason: row.reason,
    changedBy: row.changed_by,
    occurrences: Number(row.occurrences),
    firstAt: new Date(row.first_at),
    lastAt: new Date(row.last_at),
    resolution: row.resolution,
    resolvedOccurrences: Number(row.resolved_occurrences),
  }
}
