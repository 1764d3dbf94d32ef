import type { Database } from '../../kernel/database/database.ts'
import { Conditions } from '../../kernel/database/filtered/conditions.ts'
import { filteredList } from '../../kernel/database/filtered/filtered-list.ts'
import { type ListPage, readList } from '../../kernel/database/filtered/read.ts'
import { MAX_ID } from '../../kernel/database/seek.ts'
import type { ListOptions, TimeRange } from '../../kernel/lists/list.ts'
import { firstPart, type Part, partOfRows } from '../../kernel/lists/part.ts'

/** The filter of a list of results. */
export type EvaluationFilter = {
  systemId: string | undefined
  evalType: string | undefined
  metricName: string | undefined
  passed: boolean | undefined
  created: TimeRange
  search: readonly string[]
}

/** Results, filtered by their records. */
export type EvaluationList = (
  organizationId: string,
  filter: EvaluationFilter,
  options: ListOptions,
) => Promise<ListPage<EvaluationListed>>

type EvaluationListed = { id: string; record: string }

export function evaluationList(db: Pick<Database, 'query'>): EvaluationList {
  const listed = { table: 'ingestion.evaluations', select: 's.id, s.record' }
  const filtered = filteredList<EvaluationListed>(db, listed)
  return (organizationId, filter, options) => {
    const { systemId, evalType, metricName, passed, created, search } = filter
    const conditions = new Conditions().times(created).search(search, TEXTS)
    if (passed !== undefined) conditions.shown("w.json ->> 'passed' = $", String(passed))
    if (metricName !== undefined) conditions.shown("w.json ->> 'metric_name' = $", metricName)
    const whole = conditions.isEmpty
      ? (limit: number, before: string | undefined) => page(db, organizationId, filter, limit, before)
      : undefined
    if (systemId !== undefined) conditions.indexed('t.system_id = $::uuid', systemId)
    if (evalType !== undefined) conditions.indexed('t.eval_type = $', evalType)
    return readList(organizationId, options, conditions, filtered, whole)
  }
}

/** The first part of up to `limit` results of a system and a type with ids below `before`, newest first. */
async function page(
  db: Pick<Database, 'query'>,
  organizationId: string,
  { systemId, evalType }: EvaluationFilter,
  limit: number,
  before: string | undefined,
): Promise<Part<EvaluationListed>> {
  const given = [systemId, evalType].filter((value) => value !== undefined)
  const rows = await db.query<EvaluationListed>({
    name: `page evaluations ${systemId !== undefined} ${evalType !== undefined}`,
    text: firstPart(
      'p.id, p.record',
      `
      select id, record from ingestion.evaluations where org_id = $1 and id < $2
        ${systemId === undefined ? '' : 'and system_id = $4'}
        ${evalType === undefined ? '' : `and eval_type = $${3 + given.length}`}
      order by id desc limit $3`,
      'p.id desc',
    ),
    values: [organizationId, before ?? MAX_ID, limit, ...given],
  })
  return partOfRows(rows, limit)
}

const TEXTS = [
  ...['id', 'ai_system_id', 'ai_system_name', 'metric_name', 'eval_type', 'source', 'source_kind'],
  ...['eval_suite', 'eval_suite_id'],
].map((name) => `w.json ->> '${name}'`)
