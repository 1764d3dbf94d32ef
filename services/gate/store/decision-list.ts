import type { Database } from '../../kernel/database/database.ts'
import { Conditions } from '../../kernel/database/filtered/conditions.ts'
import { filteredList } from '../../kernel/database/filtered/filtered-list.ts'
import { type ListPage, readList } from '../../kernel/database/filtered/read.ts'
import type { ListOptions, TimeRange } from '../../kernel/lists/list.ts'
import { pagesOf } from './pages-of.ts'

/** Which decisions a list shows. */
export type DecisionFilter = {
  systemId: string | undefined
  /** The word of a verdict; `reason`: of a reason. */
  decision: string | undefined
  reason: string | undefined
  decided: TimeRange
  search: readonly string[]
}

/** Decisions by verdict and reason. */
export type DecisionList = (
  organizationId: string,
  filter: DecisionFilter,
  options: ListOptions,
) => Promise<ListPage<{ id: string; record: string }>>

export function decisionList(db: Pick<Database, 'query'>): DecisionList {
  const page = pagesOf(db, 'gate.decisions', shownOf('record'))
  const filtered = filteredList<{ id: string; record: string }>(db, {
    table: 'gate.decisions',
    select: 's.id, s.record',
    shown: shownOf,
  })
  return (organizationId, { systemId, decision, reason, decided, search }, options) => {
    const conditions = new Conditions().times(decided).search(search, TEXTS)
    if (decision !== undefined) conditions.shown("w.json ->> 'decision' = $", decision)
    if (reason !== undefined) conditions.shown("w.json -> 'reasons' @> to_jsonb($::text)", reason)
    const whole = conditions.isEmpty
      ? (limit: number, before: string | undefined) => page(organizationId, systemId, limit, before)
      : undefined
    if (systemId !== undefined) conditions.indexed('t.system_id = $::uuid', systemId)
    return readList(organizationId, options, conditions, filtered, whole)
  }
}

/**
 * The record without its snapshot, which is the last key, and much larger than the rest: a page of snapshots has 300 MB. Within a text
 * the quotes would be escaped, so the split is exact.
 */
function shownOf(record: string): string {
  return `split_part(${record}, ',"snapshot":', 1) || '}'`
}

const TEXTS = [
  ...['id', 'ai_system_id', 'certification_id', 'eval_suite_id', 'decision', 'missing_attestation_roles'],
  ...['reasons', 'reason_details'],
].map((name) => `w.json ->> '${name}'`)
