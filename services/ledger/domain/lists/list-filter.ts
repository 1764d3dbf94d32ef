import type { Timestamp } from '@bufbuild/protobuf/wkt'
import { Checks } from '../../../kernel/values/checks.ts'
import { firstIdOf, isUuid } from '../../../kernel/values/ids.ts'
import { dateOf } from '../../../kernel/values/time.ts'

/** The registers whose lists are filtered. */
export type ListType = 'incidents' | 'assets' | 'suppliers'

/** The order of a filtered list: by the id, which is the order of creation, or by the time of detection. */
export type ListOrder = 'newest' | 'oldest' | 'detected_newest' | 'detected_oldest'

/** The filter of a list. */
export type ListFilter = {
  /** The tsquery of values, or undefined for every row. */
  terms?: string | undefined
  /** Words that a person looks for. */
  words?: string | undefined
  /** The lowest id, and the id that all are below. */
  from?: string | undefined
  below?: string | undefined
  detectedFrom?: Date | undefined
  detectedBelow?: Date | undefined
  /** `is` true: incidents with a report that is overdue at that time; false: incidents without one. */
  overdue?: { is: boolean; at: Date } | undefined
}

/** A request for a list of a register: the values that fields may have, words, and ranges of time. */
type ListRequest = {
  values: { [name: string]: readonly string[] }
  search: string
  createdSince?: Timestamp | undefined
  createdUntil?: Timestamp | undefined
  detectedSince?: Timestamp | undefined
  detectedUntil?: Timestamp | undefined
}

/**
 * Returns the filter of a request; undefined if the request selects everything.
 *
 * @throws DomainError VALIDATION for a search without a word
 */
export function listFilterOf(
  organizationId: string,
  type: ListType,
  { values, search, ...times }: ListRequest,
): ListFilter | undefined {
  new Checks().that(search === '' || WORD.test(search), 'search', 'must have a letter or a digit').done()
  const anyOf = Object.entries(values).flatMap(([name, given]) =>
    given.length === 0 ? [] : [disjunction(given.map((value) => `=${name}:${value}`))],
  )
  const id = search.trim()
  if (isUuid(id)) anyOf.push(disjunction([`=id:${id.toLowerCase()}`, `=source_external_id:${id}`]))
  const words = search === '' || isUuid(id) ? undefined : search
  const filter: ListFilter = {
    terms:
      anyOf.length === 0 && words === undefined
        ? undefined
        : [lexeme(`=of:${type}:${organizationId}`), ...anyOf].join(' & '),
    words,
    from: times.createdSince && firstIdOf(dateOf(times.createdSince)),
    below: times.createdUntil && firstIdOf(dateOf(times.createdUntil)),
    detectedFrom: times.detectedSince && dateOf(times.detectedSince),
    detectedBelow: times.detectedUntil && dateOf(times.detectedUntil),
  }
  return Object.values(filter).every((one) => one === undefined) ? undefined : filter
}

/** The word of a filter that is true, false or absent. */
export function flag(value: boolean | undefined): string[] {
  return value === undefined ? [] : [String(value)]
}

function disjunction(lexemes: string[]): string {
  return `(${lexemes.map(lexeme).join(' | ')})`
}

/** A lexeme in the text form of a tsquery. */
function lexeme(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}

const WORD = /[\p{L}\p{N}]/u
