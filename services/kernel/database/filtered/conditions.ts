import { firstIdOf, isUuid } from '../../values/ids.ts'
import type { TimeRange } from '../../values/list.ts'
import { isoTime } from '../../values/time.ts'

/** What a filtered list asks of a row: by columns of the index that it walks, and of what the row says. */
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

  /** A condition on a row `w` that was looked at; `w.json` is what its record says, as jsonb. */
  shown(sql: string, value: unknown): this {
    this.#shown.push(this.#numbered(sql, value))
    return this
  }

  /**
   * Rows whose texts hold all of these, in upper or lower case; or the row that has this id. Every row where there are none.
   *
   * @param texts SQL of what is searched, of a row `w`
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
   * Rows of these times: `since` up to, not including, `until`. An id is minted in the instant in which its row is
   * made. Where it is minted before that, when a call arrives, `field` of the record has the time.
   */
  times({ since, until }: TimeRange, field?: string): this {
    const early = field === undefined ? 0 : LONGEST_CALL_MS
    if (since !== undefined) this.indexed('t.id >= $::uuid', firstIdOf(new Date(since.getTime() - early)))
    if (until !== undefined) this.indexed('t.id < $::uuid', firstIdOf(until))
    if (since !== undefined && field !== undefined) this.shown(`w.json ->> '${field}' >= $`, isoTime(since))
    if (until !== undefined && field !== undefined) this.shown(`w.json ->> '${field}' < $`, isoTime(until))
    return this
  }

  /** The id that is searched. */
  get id(): string | undefined {
    return this.#id
  }

  /** Whether nothing is asked of what rows say: the index alone decides which rows show. */
  get isOfIndex(): boolean {
    return this.#shown.length === 0
  }

  get isEmpty(): boolean {
    return this.values.length === 0
  }

  /** The conditions as SQL, their values from this parameter on. */
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

/** Between the id of a call and the time that its record has lies less. */
const LONGEST_CALL_MS = 3_600_000
