import type { ListEntriesRequest } from '../../../../proto/gen/attestry/ledger/v1/audit_pb.ts'
import { searchTexts, type TimeRange, timeRange } from '../../../kernel/lists/list.ts'
import { Checks } from '../../../kernel/values/checks.ts'
import { ACTORS, OUTCOMES } from './entry.ts'

/** Which audit entries a list shows. */
export type EntryFilter = {
  operation: string | undefined
  actorId: string | undefined
  /** The words of a kind of actor, and of an outcome. */
  actorKind: string | undefined
  outcome: string | undefined
  /** The record that the call wrote. */
  recordId: string | undefined
  at: TimeRange
  search: readonly string[]
}

/** @throws DomainError VALIDATION */
export function entryFilterOf(request: ListEntriesRequest): EntryFilter {
  const { actorKind, outcome, afterLeaf, page, order, withCount } = request
  new Checks()
    .that(afterLeaf === undefined || !page?.cursor, 'page.cursor', 'cannot be given together with after_leaf')
    .that(afterLeaf === undefined || !order, 'order', 'cannot be given together with after_leaf')
    .that(afterLeaf === undefined || !withCount, 'with_count', 'cannot be given together with after_leaf')
    .done()
  return {
    operation: request.operation || undefined,
    actorId: request.actorId || undefined,
    actorKind: actorKind === 0 ? undefined : ACTORS.word(actorKind),
    outcome: outcome === 0 ? undefined : OUTCOMES.word(outcome),
    recordId: request.recordId || undefined,
    at: timeRange(request.since, request.until),
    search: searchTexts(request.search),
  }
}
