import { firstPart } from '../../../kernel/lists/part.ts'
import type { ListFilter, ListOrder, ListType } from '../../domain/lists/list-filter.ts'

/** The statements of one list: the rows of a type that match a filter, in one order. */
export class ListStatements {
  readonly #organizationId: string
  readonly #type: ListType
  readonly #filter: ListFilter
  readonly #columns: readonly ('at' | 'id')[]
  readonly #direction: 'asc' | 'desc'
  /** The record of a row `s`, as a column. */
  readonly #record: string

  constructor(organizationId: string, type: ListType, filter: ListFilter, order: ListOrder) {
    this.#organizationId = organizationId
    this.#type = type
    this.#filter = filter
    this.#columns = isByDetection(order) ? ['at', 'id'] : ['id']
    this.#direction = order === 'newest' || order === 'detected_newest' ? 'desc' : 'asc'
    this.#record = `(select r.record from ledger.${type} r
    where r.org_id = $1 and r.id = s.id and r.version = s.version) as record`
  }

  /** The last of the next `reads` rows with their number, then those that match. */
  walk(after: Key, reads: number, limit: number) {
    const { text, range, place, values } = this.#parts(after, [reads, limit])
    return {
      text: `with walked as materialized (
            select s.id, s.at, s.version, ${text} as shows from (
              select s.id, s.at, s.version, s.terms from ledger.list_rows s
              where s.org_id = $1 and s.type = $2 and ${range[this.#columns[0]!]} and ${place}
              ${this.#sorted()} limit $3) s)
          (select s.id, s.at, (select count(*) from walked) as count, null as record from walked s
            ${this.#sorted(this.#direction === 'desc' ? 'asc' : 'desc')} limit 1)
          union all
          (${this.#shown('0', `from walked s where s.shows ${this.#sorted()} limit $4`)})`,
      values,
    }
  }

  /** The next rows that match, with the number of all that match, counted up to GATHERED + 1. */
  gather(after: Key, limit: number) {
    const { text, place, values } = this.#parts(after, [limit])
    return {
      text: `with found as materialized (
            select s.id, s.at, s.version from ledger.list_rows s
            where s.org_id = $1 and s.type = $2 and ${text} and ${place}
            limit ${GATHERED + 1})
          ${this.#shown('(select count(*) from found)', `from found s ${this.#sorted()} limit $3`)}`,
      values,
    }
  }

  /**
   * Like `gather`, with only the rare words in the index of terms. The other conditions are checked in the rows that have these
   * words. That costs less than looking each row up among those of frequent terms, one of which all rows of the organization
   * have. The first row has how many rows have the rare words.
   */
  gatherRare(words: string, after: Key, limit: number) {
    const { text, place, values } = this.#parts(after, [limit])
    const rare = `$${values.push(words)}`
    return {
      text: `with candidates as materialized (
            select s.id, s.at, s.version, s.terms from ledger.list_rows s
            where s.org_id = $1 and s.type = $2 and s.terms @@ ${rare}::tsquery and ${place}
            limit ${GATHERED + 1})
          (select null::uuid as id, null::timestamptz as at, count(*) as count, null as record from candidates)
          union all
          (${this.#shown('0', `from candidates s where ${text} ${this.#sorted()} limit $3`)})`,
      values,
    }
  }

  /** The first part of some rows `s`, with their records. */
  #shown(count: string, rows: string): string {
    const columns = `p.id, p.at, ${count} as count, p.record`
    return firstPart(columns, `select s.id, s.at, ${this.#record} ${rows}`, this.#order('p', this.#direction))
  }

  #sorted(direction = this.#direction): string {
    return `order by ${this.#order('s', direction)}`
  }

  #order(row: string, direction: string): string {
    return this.#columns.map((column) => `${row}.${column} ${direction}`).join(', ')
  }

  /** The conditions of the filter, and the condition that a row comes after a position in the list. */
  #parts(after: Key, given: unknown[]) {
    const shows = conditions(this.#organizationId, this.#type, this.#filter, given)
    if (after === undefined) return { ...shows, place: 'true' }
    const key = this.#columns.map((column) => `$${shows.values.push(after[column])}`)
    const beyond = this.#direction === 'desc' ? '<' : '>'
    return { ...shows, place: `(${this.#columns.map((column) => `s.${column}`)}) ${beyond} (${key})` }
  }
}

/**
 * The conditions on a row `s`: its terms, and the ranges of its columns. The parameters $1 and $2 are organization and type,
 * followed by those in `given`.
 */
export function conditions(organizationId: string, type: ListType, filter: ListFilter, given: unknown[]) {
  const values: unknown[] = [organizationId, type, ...given]
  const all = (...parts: [value: unknown, part: (parameter: string) => string][]): string =>
    parts
      .filter(([value]) => value !== undefined)
      .map(([value, part]) => part(`$${values.push(value)}`))
      .join(' and ') || 'true'
  const range = {
    id: all([filter.from, (p) => `s.id >= ${p}::uuid`], [filter.below, (p) => `s.id < ${p}::uuid`]),
    at: all(
      [filter.detectedFrom, (p) => `s.at >= ${p}::timestamptz`],
      [filter.detectedBelow, (p) => `s.at < ${p}::timestamptz`],
    ),
  }
  const indexed = all(
    [filter.terms, (p) => `s.terms @@ ${p}::tsquery`],
    [filter.words, (p) => `s.terms @@ ledger.list_search(${p})`],
  )
  const late = all([
    filter.overdue?.at,
    (p) => {
      const dated = `from ledger.obligations o
        where o.org_id = $1 and o.incident_id = s.id and o.phase = 'dated' and o.sort_at < ${p}::timestamptz`
      // A scalar subquery looks the obligations of each row up. `not exists` may read those of all organizations.
      return filter.overdue?.is === true
        ? `exists (select ${dated})`
        : `(select true ${dated} limit 1) is null`
    },
  ])
  return { text: `${indexed} and ${late} and ${range.id} and ${range.at}`, indexed, late, range, values }
}

/** Whether a list is ordered by the detection of its rows, not by their ids. */
export function isByDetection(order: ListOrder): boolean {
  return order === 'detected_newest' || order === 'detected_oldest'
}

/** A position in a list. */
export type Key = { id: string; at: Date } | undefined
export type Row = { id: string; at: Date; count: string; record: string | null }

/** How many rows the index of terms gives at once. */
export const GATHERED = 20_000
