import {
  type ListEntriesRequest,
  ListEntriesRequestSchema,
} from '../../../proto/gen/attestry/ledger/v1/audit_pb.ts'
import { requestRefusal } from '../../kernel/fields/request-check.ts'
import { Checks } from '../../kernel/values/checks.ts'
import { firstIdOf } from '../../kernel/values/ids.ts'
import { dateOf, isoTime } from '../../kernel/values/time.ts'
import { ACTORS, OUTCOMES } from './entry.ts'

/** Which audit entries a list shows. */
export type EntryFilter = {
  /** What the JSON of an entry contains. */
  contains: object
  /** Times in the form of entries, which sorts as they do. */
  since: string | undefined
  until: string | undefined
  /** Ids that no entry of these times is outside of. An id is minted when a call begins. */
  from: string | undefined
  below: string | undefined
}

/** The filter of a request. @throws DomainError VALIDATION */
export function entryFilterOf(request: ListEntriesRequest): EntryFilter {
  refuseInvalid(request)
  const { operation, actorId, actorKind, outcome, since, until, afterLeaf, page } = request
  new Checks()
    .that(afterLeaf === undefined || !page?.cursor, 'cursor', 'cannot be given together with after_leaf')
    .done()
  const actor = {
    ...(actorId === '' ? {} : { id: actorId.toLowerCase() }),
    ...(actorKind === 0 ? {} : { kind: ACTORS.word(actorKind) }),
  }
  const shifted = (at: Date, ms: number) => firstIdOf(new Date(at.getTime() + ms))
  return {
    contains: {
      ...(operation === '' ? {} : { operation }),
      ...(Object.keys(actor).length === 0 ? {} : { actor }),
      ...(outcome === 0 ? {} : { outcome: OUTCOMES.word(outcome) }),
    },
    since: since && isoTime(dateOf(since)),
    until: until && isoTime(dateOf(until)),
    from: since && shifted(dateOf(since), -LONGEST_CALL_MS),
    below: until && shifted(dateOf(until), LONGEST_CALL_MS),
  }
}

const refuseInvalid = requestRefusal(ListEntriesRequestSchema)
/** Between the id of a call and the time of its entry lies less. */
const LONGEST_CALL_MS = 3_600_000
