import type { ListEntriesRequest } from '../../../proto/gen/attestry/ledger/v1/audit_pb.ts'
import { Conditions } from '../../kernel/database/filtered/conditions.ts'
import { Checks } from '../../kernel/values/checks.ts'
import { firstIdOf } from '../../kernel/values/ids.ts'
import { dateOf, isoTime } from '../../kernel/values/time.ts'
import { ACTORS, OUTCOMES } from './entry.ts'

/** What a request asks of audit entries. @throws DomainError VALIDATION */
export function entryConditionsOf(request: ListEntriesRequest): Conditions {
  const { operation, actorId, actorKind, outcome, since, until, search } = request
  const { afterLeaf, page, order, withCount } = request
  new Checks()
    .that(afterLeaf === undefined || !page?.cursor, 'cursor', 'cannot be given together with after_leaf')
    .that(afterLeaf === undefined || !order, 'order', 'cannot be given together with after_leaf')
    .that(afterLeaf === undefined || !withCount, 'with_count', 'cannot be given together with after_leaf')
    .done()
  const conditions = new Conditions().search(search, TEXTS)
  if (operation !== '') conditions.shown("w.json ->> 'operation' = $", operation)
  if (actorId !== '') conditions.shown("w.json #>> '{actor,id}' = $", actorId.toLowerCase())
  if (actorKind !== 0) conditions.shown("w.json #>> '{actor,kind}' = $", ACTORS.word(actorKind))
  if (outcome !== 0) conditions.shown("w.json ->> 'outcome' = $", OUTCOMES.word(outcome))
  // Times in the form of entries sort as they do. No entry of these times has an id outside of the range: an id is minted when a
  // call begins.
  const shifted = (at: Date, ms: number) => firstIdOf(new Date(at.getTime() + ms))
  if (since !== undefined)
    conditions
      .indexed('t.id >= $::uuid', shifted(dateOf(since), -LONGEST_CALL_MS))
      .shown("w.json ->> 'at' >= $", isoTime(dateOf(since)))
  if (until !== undefined)
    conditions
      .indexed('t.id < $::uuid', shifted(dateOf(until), LONGEST_CALL_MS))
      .shown("w.json ->> 'at' < $", isoTime(dateOf(until)))
  return conditions
}

/** Between the id of a call and the time of its entry lies less. */
const LONGEST_CALL_MS = 3_600_000
const TEXTS = [
  ...['id', 'request_id', 'operation', 'code', 'outcome', 'via', 'details'].map(
    (name) => `w.json ->> '${name}'`,
  ),
  ...['kind', 'id', 'name'].map((name) => `w.json #>> '{actor,${name}}'`),
]
