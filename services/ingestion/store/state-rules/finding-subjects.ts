import {
  type DerivedTable,
  derived,
  type ExpectedRow,
  field,
  nearOrLater,
  type RecordObject,
  type Row,
  recordOf,
} from '../../../kernel/state/rules.ts'
import { type Finding, subjectOf } from '../../domain/finding.ts'
import { isOneOfNewest } from './newest.ts'

/** The parts of a subject of each kind (domain/finding.ts). */
const PARTS = {
  tool: ['profile_id', 'tool_name'],
  gap: ['agent_identity'],
  version: ['profile_id', 'model_name', 'model_version'],
  drift: ['ai_system_id', 'metric_name'],
}

/** One row for each subject: the number of its findings, and the values of the newest one. */
export const FINDING_SUBJECTS: DerivedTable = {
  kind: 'derived',
  table: 'ingestion.finding_subjects',
  ofInstallation: false,
  group: subjectSql('t'),
  key: ['finding_id'],
  // For each subject: the first and the newest finding, and those that the row names. Of findings with the same time, only the
  // database knows which was first or last.
  sources: `
    select p."group", p.occurrences, p.opens, p.closes, f.record from (
      select s.id, s."group", count(*) over (partition by s."group") as occurrences,
        row_number() over (partition by s."group" order by s.id) = 1 or o.finding_id is not null as opens,
        row_number() over (partition by s."group" order by s.id desc) = 1 or n.finding_id is not null as closes
      from (
        select id, record::jsonb ->> 'source_id' as source_id, ${recordSubjectSql()} as "group"
        from ingestion.findings where org_id = $1) s
      left join ingestion.finding_subjects o on o.org_id = $1 and o.finding_id = s.id
      left join ingestion.finding_subjects n
        on n.org_id = $1 and n.newest_source_id::text = s.source_id and ${subjectSql('n')} = s."group") p
    join ingestion.findings f on f.org_id = $1 and f.id = p.id
    where p.opens or p.closes order by p."group" collate "C", f.id`,
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
    first_at: nearOrLater('first_at'),
    last_at: nearOrLater('created_at'),
    newest_source_id: field('source_id'),
  },
  checks: [],
}

function subjectsOf(sources: readonly Row[], found: readonly Row[]): ExpectedRow[] {
  const findings = sources.map(({ record, ...row }) => ({ ...recordOf(record), ...row }) as SourceFinding)
  const [row] = found
  const opening = findings.filter(({ opens }) => opens)
  const closing = findings.filter(({ closes }) => closes).reverse()
  const [first] = opening
  const [newest] = closing
  if (first === undefined || newest === undefined) return []
  const opened = opening.find((one) => one.id === row?.finding_id && isOneOfNewest(first, one)) ?? first
  const last =
    closing.find((one) => one.source_id === row?.newest_source_id && isOneOfNewest(one, newest)) ?? newest
  return [
    { ...last, finding_id: opened.id, first_at: opened.created_at, occurrences: sources[0]!.occurrences },
  ]
}

type SourceFinding = RecordObject & { opens: boolean; closes: boolean }

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

/** Returns SQL for the parts of a row's subject as one text. */
function subjectSql(row: string): string {
  return groupSql((name) => `${row}.${name}::text`)
}

/** Returns the same SQL for a record. */
function recordSubjectSql(): string {
  return groupSql((name) => `(record::jsonb ->> '${name}')`)
}

function groupSql(part: (name: string) => string): string {
  const cases = Object.entries(PARTS).map(
    ([kind, names]) => `when '${kind}' then jsonb_build_array(${names.map(part).join(', ')})`,
  )
  return `(${part('kind')} || md5((case ${part('kind')} ${cases.join(' ')} end)::text)) collate "C"`
}
