import type { TimeRange } from '../../lists/list.ts'
import { firstIdOf, isUuid } from '../../values/ids.ts'
import { isoTime } from '../../values/time.ts'

/** The conditions of a filtered list: on columns of the index that is walked, and on the records of the rows. */
export class Conditions {
  readonly values: unknown[] = []
  readonly #indexed: string[] = []
  readonly #shown: string[] = []
  #id: string | undefined

  /** A condition on a row `t` that an index serves. @param sql with `$` for the value, and its type: `t.system_id = $::uuid` */
  indexed(sql: string, value: unknown): this {
    this.#indexed.push(this.#numbered(sql, value))
    return this
  }

  /** A condition on a row `w` that was read; `w.json` is its record as jsonb. */
  shown(sql: string, value: unknown): this {
    this.#shown.push(this.#numbered(sql, value))
    return this
  }

  /**
   * Matches rows whose texts contain all of these parts, in upper or lower case, or the row with this id. Without parts every row
   * matches.
   *
   * @param texts SQL of the searched texts of a row `w`
   */
  search(parts: readonly string[], texts: readonly string[]): this {
    if (parts.length === 0) return this
    if (parts.length === 1 && isUuid(parts[0]!)) this.#id = parts[0]!.toLowerCase()
    return this.shown(
      `not exists (select from unnest($::text[]) as part where strpos(lower(concat_ws(' ', ${texts.join(', ')})), lower(part)) = 0)`,
      parts,
    )
  }

  /**
   * Matches rows in a range of time, from `since` up to and not including `until`. The id of a row has the time at which the row
   * was made. Where the id is minted earlier, when a call arrives, `field` of the record has the time.
   */
  times({ since, until }: TimeRange, field?: string): this {
    const early = field === undefined ? 0 : LONGEST_CALL_MS
    if (since !== undefined) this.indexed('t.id >= $::uuid', firstIdOf(new Date(since.getTime() - early)))
    if (until !== undefined) this.indexed('t.id < $::uuid', firstIdOf(until))
    if (since !== undefined && field !== undefined) this.shown(`w.json ->> '${field}' >= $`, isoTime(since))
    if (until !== undefined && field !== undefined) this.shown(`w.json ->> '${field}' < $`, isoTime(until))
    return this
  }

  /** The id, where the search is for one. */
  get id(): string | undefined {
    return this.#id
  }

  /** Whether no condition concerns records, so that the index alone decides which rows match. */
  get isOfIndex(): boolean {
    return this.#shown.length === 0
  }

  get isEmpty(): boolean {
    return this.values.length === 0
  }

  /** The conditions as SQL. Their parameters are numbered beginning with `from`. */
  sql(from: number): { indexed: string; shown: string } {
    const renumbered = (parts: string[]) =>
      parts
        .map((part) => part.replaceAll(/\$(\d+)/g, (_, n: string) => `$${Number(n) + from - 1}`))
        .join(' and ')
    return { indexed: renumbered(['true', ...this.#indexed]), shown: renumbered(['true', ...this.#shown]) }
  }

  #numbered(sql: string, value: unknown): string {
    const n = this.values.push(value)
    return sql.replace('$', () => `$${n}`)
  }
}

/** Longer than the time between the minting of a call's id and the time in its record or entry. */
export const LONGEST_CALL_MS = 3_600_000
