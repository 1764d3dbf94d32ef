import type { Timestamp } from '@bufbuild/protobuf/wkt'
import { invalid } from '../../errors/errors.ts'
import { firstIdOf, isUuid } from '../../values/ids.ts'
import { dateOf, isoTime } from '../../values/time.ts'

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
   * Rows whose texts hold all of these, parted by spaces, in upper or lower case; or the row that has this id.
   *
   * @param texts SQL of what is searched, of a row `w`. @throws DomainError VALIDATION
   */
  search(text: string, texts: readonly string[]): this {
    if (text === '') return this
    const parts = searchedOf(text)
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
  times(range: { since: Timestamp | undefined; until: Timestamp | undefined }, field?: string): this {
    const [since, until] = [range.since && dateOf(range.since), range.until && dateOf(range.until)]
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

  /** Whether nothing is asked of what rows say: the index alone tells which rows show. */
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

/** The texts that a search looks for. @throws DomainError VALIDATION */
export function searchedOf(search: string): string[] {
  const parts = search.split(/\s+/).filter((part) => part !== '')
  if (search !== '' && parts.length === 0) throw invalid({ search: ['must have more than spaces'] })
  return parts
}
