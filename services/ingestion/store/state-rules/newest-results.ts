import { leafHash } from '../../../kernel/crypto/merkle.ts'
import {
  type DerivedTable,
  derived,
  type ExpectedRow,
  field,
  type Row,
  recordOf,
} from '../../../kernel/state/rules.ts'
import { isOneOfNewest } from './newest.ts'

/** The newest result of each measure of a suite version. */
export const NEWEST_RESULTS: DerivedTable = {
  kind: 'derived',
  table: 'ingestion.newest_results',
  ofInstallation: false,
  group: groupSql('t.suite_id::text', 't.metric_name', 't.eval_type'),
  key: ['suite_id', 'metric_name', 'eval_type'],
  // For each measure: the newest result by its id, and the one that the row names. Of results with the same time, only the
  // database knows which was committed last.
  sources: `
    select p."group", v.record from (
      select m.id, m."group", n.evaluation_id is not null as named,
        row_number() over (partition by m."group" order by m.id desc) as nth from (
        select id, ${groupSql("(r ->> 'eval_suite_id')", "(r ->> 'metric_name')", "(r ->> 'eval_type')")} as "group"
        from (select id, record::json as r from ingestion.evaluations where org_id = $1) e
        where r ->> 'eval_suite_id' is not null) m
      left join ingestion.newest_results n on n.org_id = $1 and n.evaluation_id = m.id) p
    join ingestion.evaluations v on v.org_id = $1 and v.id = p.id
    where p.nth = 1 or p.named order by p."group" collate "C", v.id desc`,
  rows: newestOf,
  columns: {
    org_id: field('organization_id'),
    suite_id: field('eval_suite_id'),
    metric_name: field('metric_name'),
    eval_type: field('eval_type'),
    evaluation_id: field('id'),
    metric_value: field('metric_value'),
    record_hash: derived(({ text }) => leafHash(text as string)),
    payload_hash: field('payload_hash'),
  },
  checks: [],
}

function newestOf(sources: readonly Row[], [found]: readonly Row[]): ExpectedRow[] {
  const results = sources.map(({ record }) => ({ ...recordOf(record), text: record }) as ExpectedRow)
  const [newest] = results
  if (newest === undefined) return []
  return [results.find((one) => one.id === found?.evaluation_id && isOneOfNewest(one, newest)) ?? newest]
}

function groupSql(suite: string, metric: string, type: string): string {
  return `md5(jsonb_build_array(${suite}, ${metric}, ${type})::text) collate "C"`
}
