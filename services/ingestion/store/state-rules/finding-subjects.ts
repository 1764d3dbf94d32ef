import {
  type DerivedTable,
  derived,
  type ExpectedRow,
  field,
  near,
  type RecordObject,
  type Row,
  recordOf,
} from '../../../kernel/state/rules.ts'
import { type Finding, subjectOf } from '../../domain/finding.ts'
import { isOneOfNewest } from './newest.ts'

/** What a subject of each kind consists of (domain/finding.ts). */
const PARTS = {
  tool: ['profile_id', 'tool_name'],
  gap: ['agent_identity'],
  version: ['profile_id', 'model_name', 'model_version'],
  drift: ['ai_system_id', 'metric_name'],
}

/** One row a subject: counted from the findings, and as the newest of them says. */
export const FINDING_SUBJECTS: DerivedTable = {
  kind: 'derived',
  table: 'ingestion.finding_subjects',
  ofInstallation: false,
  group: subjectSql(),
  key: ['finding_id'],
  // Of each subject the first findings and the newest: which of those at the same time was first is the database's to say.
  sources: `
    select p."group", p.occurrences, p.nth, p.nth_from_end, f.record from (
      select id, "group", count(*) over (partition by "group") as occurrences,
        row_number() over (partition by "group" order by id) as nth,
        row_number() over (partition by "group" order by id desc) as nth_from_end
      from (select id, ${recordSubjectSql()} as "group" from ingestion.findings where org_id = $1) s) p
    join ingestion.findings f on f.org_id = $1 and f.id = p.id
    where p.nth <= 8 or p.nth_from_end <= 8 order by p."group" collate "C", f.id`,
  rows: subjectsOf,
  columns: {
    org_id: field('organization_id'),
    finding_id: field('finding_id'),
    kind: field('kind'),
    subject: derived((finding) => subjectOf(findingOf(finding))),
    ai_system_id: field('ai_system_id'),
    profile_id: field('profile_id'),
    agent_identity: field('agent_identity'),
    tool_name: field('tool_name'),
    model_name: field('model_name'),
    model_version: field('model_version'),
    metric_name: field('metric_name'),
    occurrences: field('occurrences'),
    first_at: near('first_at'),
    last_at: near('created_at'),
    newest_source_id: field('source_id'),
  },
  checks: [],
}

function subjectsOf(sources: readonly Row[], found: readonly Row[]): ExpectedRow[] {
  const findings = sources.map((row) => ({
    ...recordOf(row.record),
    nth: Number(row.nth),
    fromEnd: Number(row.nth_from_end),
  }))
  const [row] = found
  const [first] = findings as (RecordObject & { nth: number })[]
  const newest = findings.filter(({ fromEnd }) => fromEnd <= 8).reverse() as RecordObject[]
  if (first === undefined || newest[0] === undefined) return []
  const early = findings.find((one) => one.nth <= 8 && (one as RecordObject).id === row?.finding_id) as
    | RecordObject
    | undefined
  const opened = early !== undefined && isOneOfNewest(first, early) ? early : first
  const last =
    newest.find((one) => one.source_id === row?.newest_source_id && isOneOfNewest(one, newest[0]!)) ??
    newest[0]
  return [
    { ...last, finding_id: opened.id, first_at: opened.created_at, occurrences: sources[0]!.occurrences },
  ]
}

function findingOf(record: RecordObject): Finding {
  return {
    kind: record.kind as Finding['kind'],
    systemId: record.ai_system_id as string | null,
    profileId: record.profile_id as string | null,
    profileVersion: null,
    agentIdentity: record.agent_identity as string | null,
    toolName: record.tool_name as string | null,
    modelName: record.model_name as string | null,
    modelVersion: record.model_version as string | null,
    metricName: record.metric_name as string | null,
    sourceId: '',
  }
}

/** SQL: what a subject consists of, as one text, of a row `t`. */
function subjectSql(): string {
  return groupSql((name) => `t.${name}::text`)
}

/** The same of a record. */
function recordSubjectSql(): string {
  return groupSql((name) => `(record::jsonb ->> '${name}')`)
}

function groupSql(part: (name: string) => string): string {
  const cases = Object.entries(PARTS).map(
    ([kind, names]) => `when '${kind}' then jsonb_build_array(${names.map(part).join(', ')})`,
  )
  return `(${part('kind')} || md5((case ${part('kind')} ${cases.join(' ')} end)::text)) collate "C"`
}
