import { array } from '../../kernel/database/array-literal.ts'
import { type Finding, findingParts, subjectOf } from '../domain/finding.ts'

/** A finding as one call writes it: its record, bound by the call's audit entry. */
export type FindingRow = { id: string; text: string; finding: Finding }

/**
 * Returns two parts of a statement: one writes the records of findings, the other counts their subjects, under each subject's row
 * lock and in the order of the key. Its parameters begin at `$first` (findingValues).
 */
export function findingsSql(first: number): string {
  const $ = (n: number): string => `$${first + n}`
  return `
  found as (
    insert into ingestion.findings (org_id, id, entry_id, position, record)
    select * from unnest(${$(0)}::uuid[], ${$(1)}::uuid[], ${$(2)}::uuid[], ${$(3)}::int[], string_to_array(${$(4)}, E'\\n'))
  ), subjects as (
    insert into ingestion.finding_subjects as s (
      org_id, finding_id, kind, subject, ai_system_id, profile_id, agent_identity, tool_name, model_name,
      model_version, metric_name, occurrences, newest_source_id)
    select org_id, finding_id, kind, decode(subject, 'hex'), ai_system_id, profile_id, agent_identity, tool_name,
      model_name, model_version, metric_name, occurrences, newest_source_id
    from json_to_recordset(${$(5)}::json) as f (
      org_id uuid, finding_id uuid, kind text, subject text, ai_system_id uuid, profile_id uuid, agent_identity text,
      tool_name text, model_name text, model_version text, metric_name text, occurrences bigint,
      newest_source_id uuid)
    order by org_id, kind collate "C", subject collate "C"
    on conflict (org_id, kind, subject) do update set
      occurrences = s.occurrences + excluded.occurrences, last_at = excluded.last_at,
      model_name = excluded.model_name, model_version = excluded.model_version,
      newest_source_id = excluded.newest_source_id
  )`
}

/** The number of parameters of findingsSql. */
export const FINDING_VALUES = 6

/** Returns the parameters of findingsSql. Each call has one finding a subject. */
export function findingValues(
  writes: { entry: { id: string; organizationId: string }; findings: FindingRow[] }[],
): string[] {
  const orgs: string[] = []
  const ids: string[] = []
  const entries: string[] = []
  const positions: number[] = []
  const texts: string[] = []
  const subjects = new Map<string, { occurrences: number; [column: string]: string | number | null }>()
  for (const { entry, findings } of writes) {
    for (const [position, { id, text, finding }] of findings.entries()) {
      orgs.push(entry.organizationId)
      ids.push(id)
      entries.push(entry.id)
      positions.push(position)
      texts.push(text)
      const subject = subjectOf(finding)
      const key = `${entry.organizationId} ${finding.kind} ${subject}`
      const earlier = subjects.get(key)
      subjects.set(key, {
        ...findingParts(finding),
        newest_source_id: finding.sourceId,
        org_id: entry.organizationId,
        subject,
        finding_id: earlier?.finding_id ?? id,
        occurrences: (earlier?.occurrences ?? 0) + 1,
      })
    }
  }
  const rows = JSON.stringify([...subjects.values()])
  return [array(orgs), array(ids), array(entries), array(positions), texts.join('\n'), rows]
}
