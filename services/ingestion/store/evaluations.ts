import { leafHash } from '../../kernel/crypto/merkle.ts'
import { type Appended, appending } from '../../kernel/database/appending.ts'
import { array } from '../../kernel/database/array-literal.ts'
import type { Database } from '../../kernel/database/database.ts'
import { entryValues } from '../../kernel/database/record-store.ts'
import type { Lookup, Naming, Tie } from '../domain/tie.ts'
import { type EvaluationList, evaluationList } from './evaluation-list.ts'
import { FINDING_VALUES, type FindingRow, findingsSql, findingValues } from './finding-sql.ts'
import { keyOf, LOOKUP_SQL, type LookupRow, lookupOf, namingRows, staleTiesSql } from './lookup-sql.ts'

/** The writes of one call: its results in the order of the request, their findings, its entry. */
type EvaluationWrite = Appended & { rows: EvaluationRow[]; findings: FindingRow[] }

type EvaluationRow = {
  id: string
  text: string
  naming: Naming
  tie: Tie
  evalType: string
  metricName: string
  metricValue: number
  payloadHash: string
}

export type EvaluationStore = {
  /** The systems and suites of the organization with these names, in the order of the names. */
  lookup(organizationId: string, namings: Naming[]): Promise<Lookup[]>
  /**
   * Commits results, newest results, findings and audit entry together, or nothing; concurrent calls share statements
   * and commits. Of results for the same measure of one suite version, the one committed last is the newest.
   */
  append(write: EvaluationWrite): Promise<void>
  list: EvaluationList
  /** The newest values of a metric among the newest `among` results of its type, newest first, and how many results were read. */
  series(measure: Measure, among: number, limit: number): Promise<{ records: string[]; examined: number }>
}

type Measure = { organizationId: string; systemId: string; evalType: string; metricName: string }

export function evaluationStore(db: Database): EvaluationStore {
  return {
    lookup: async (organizationId, namings) => {
      const keyed = namings.map((naming) => ({ ...naming, organizationId }))
      const keys = [...new Set(keyed.map(keyOf))]
      const rows = await db.query<LookupRow>({
        name: 'lookup',
        text: LOOKUP_SQL,
        values: [namingRows(keyed)],
      })
      const found = new Map(rows.map((row, i) => [keys[i]!, lookupOf(row)]))
      return keyed.map((naming) => found.get(keyOf(naming))!)
    },
    append: appending<EvaluationWrite>(
      db,
      (writes) => ({ name: 'append evaluations', text: APPEND, values: appendValues(writes) }),
      { name: 'append evaluations', maxBatch: MAX_CALLS, maxInFlight: 2 },
    ),
    list: evaluationList(db),
    series: async ({ organizationId, systemId, evalType, metricName }, among, limit) => {
      const rows = await db.query<{ examined: number; records: string[] }>({
        name: 'metric series',
        text: `
          with newest as materialized (
            select id, record from ingestion.evaluations
            where org_id = $1 and system_id = $2 and eval_type = $3 order by id desc limit $5
          )
          select (select count(*)::int from newest) as examined, array(
            select record from newest where record::json ->> 'metric_name' = $4 order by id desc limit $6) as records`,
        values: [organizationId, systemId, evalType, metricName, among, limit],
      })
      return rows[0]!
    },
  }
}

/** Calls in one statement. */
const MAX_CALLS = 8

/**
 * Upserts newest results in the order of their key, so that no two statements can deadlock. The entry is appended after that,
 * while these rows are locked. If two results have one measure, the one that is later in the log is therefore the newest.
 */
const APPEND = `
  with written as (
    insert into ingestion.evaluations (org_id, id, entry_id, position, record, system_id, eval_type)
    select * from unnest(
      $1::uuid[], $2::uuid[], $3::uuid[], $4::int[], string_to_array($5, E'\\n'), $6::uuid[], $7::text[])
  ), newest as (
    insert into ingestion.newest_results as n (
      org_id, suite_id, metric_name, eval_type, evaluation_id, metric_value, record_hash, payload_hash)
    select org_id, suite_id, metric_name, eval_type, evaluation_id, metric_value, decode(record_hash, 'hex'), payload_hash
    from json_to_recordset($8::json) as r (
      org_id uuid, suite_id uuid, metric_name text, eval_type text, evaluation_id uuid,
      metric_value double precision, record_hash text, payload_hash text)
    order by org_id, suite_id, metric_name collate "C", eval_type collate "C"
    on conflict (org_id, suite_id, metric_name, eval_type) do update set
      evaluation_id = excluded.evaluation_id, metric_value = excluded.metric_value,
      record_hash = excluded.record_hash, payload_hash = excluded.payload_hash
    returning 1
  ), ${findingsSql(9)}
  select ingestion.refuse_stale(${staleTiesSql(9 + FINDING_VALUES)}),
    ledger.append($16::uuid[], $17::uuid[], case when (select count(*) from newest) >= 0 then string_to_array($18, E'\\n') end)`

function appendValues(writes: EvaluationWrite[]): string[] {
  const rows = writes.flatMap(({ entry, rows }) =>
    rows.map((row, position) => ({
      ...row,
      position,
      entryId: entry.id,
      organizationId: entry.organizationId,
    })),
  )
  return [
    array(rows.map(({ organizationId }) => organizationId)),
    array(rows.map(({ id }) => id)),
    array(rows.map(({ entryId }) => entryId)),
    array(rows.map(({ position }) => position)),
    rows.map(({ text }) => text).join('\n'),
    array(rows.map(({ tie }) => tie.systemId)),
    array(rows.map(({ evalType }) => evalType)),
    newestRows(rows),
    ...findingValues(writes),
    namingRows(rows.map(({ organizationId, naming, tie }) => ({ ...naming, organizationId, tie }))),
    ...entryValues(writes.map(({ entry }) => entry)),
  ]
}

/** Returns one row for each measure: its last one in the statement. */
function newestRows(rows: (EvaluationRow & { organizationId: string })[]): string {
  const newest = new Map<string, EvaluationRow & { organizationId: string }>()
  for (const row of rows) {
    const { suite } = row.tie
    if (suite !== null)
      newest.set(JSON.stringify([row.organizationId, suite.id, row.metricName, row.evalType]), row)
  }
  return JSON.stringify(
    [...newest.values()].map((row) => ({
      org_id: row.organizationId,
      suite_id: row.tie.suite!.id,
      metric_name: row.metricName,
      eval_type: row.evalType,
      evaluation_id: row.id,
      metric_value: row.metricValue,
      record_hash: leafHash(row.text).toString('hex'),
      payload_hash: row.payloadHash,
    })),
  )
}
