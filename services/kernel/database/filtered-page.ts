import type { Timestamp } from '@bufbuild/protobuf/wkt'
import { Checks } from '../values/checks.ts'
import { firstIdOf } from '../values/ids.ts'
import type { Page } from '../values/paging.ts'
import { dateOf, isoTime } from '../values/time.ts'
import type { Database } from './database.ts'
import { MAX_ID } from './seek.ts'

/** What a filtered list asks of a row: by columns of the index that it walks, and of what the row says. */
export class Conditions {
  readonly values: unknown[] = []
  readonly #indexed: string[] = []
  readonly #shown: string[] = []

  /** A condition on a row `t` that an index serves. @param sql with `$` for the value, and its type: `t.system_id = $::uuid` */
  indexed(sql: string, value: unknown): this {
    this.#indexed.push(this.#numbered(sql, value))
    return this
  }

  /** A condition on a row `w` that was looked at; its record is `w.json`. */
  shown(sql: string, value: unknown): this {
    this.#shown.push(this.#numbered(sql, value))
    return this
  }

  /**
   * Rows of these times: `<name>_since` up to, not including, `<name>_until`. An id is minted in the instant in which its row is
   * made. Where it is minted before that, when a call arrives, `field` of the record has the time.
   *
   * @throws DomainError VALIDATION
   */
  times(
    name: string,
    range: { since: Timestamp | undefined; until: Timestamp | undefined },
    field?: string,
  ): this {
    const [since, until] = [range.since && dateOf(range.since), range.until && dateOf(range.until)]
    const checks = new Checks()
    if (since !== undefined) checks.instant(`${name}_since`, since)
    if (until !== undefined) checks.instant(`${name}_until`, until)
    checks.done()
    const early = field === undefined ? 0 : LONGEST_CALL_MS
    if (since !== undefined) this.indexed('t.id >= $::uuid', firstIdOf(new Date(since.getTime() - early)))
    if (until !== undefined) this.indexed('t.id < $::uuid', firstIdOf(until))
    if (since !== undefined && field !== undefined) this.shown(`w.json ->> '${field}' >= $`, isoTime(since))
    if (until !== undefined && field !== undefined) this.shown(`w.json ->> '${field}' < $`, isoTime(until))
    return this
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

/**
 * A page of a list by conditions that no index serves: among the next LOOKED_AT rows in the order of the list, newest first. A page
 * can have fewer rows than it may, and a cursor all the same.
 *
 * @param of the table; what the answer selects of a row `s` (with `s.id`), and what it joins to it; columns of the table that the two need
 */
export async function filteredPage<Row extends { id: string }>(
  db: Pick<Database, 'query'>,
  organizationId: string,
  of: { table: string; select: string; columns?: string; join?: string },
  conditions: Conditions,
  { limit, before }: Page,
): Promise<{ rows: Row[]; nextCursor: string }> {
  const { indexed, shown } = conditions.sql(5)
  const columns = ['t.id', 't.record', of.columns].filter(Boolean).join(', ')
  const rows = await db.query<Row & { shown: boolean; looked: string; last: string | null }>({
    text: `
      with walked as materialized (
        select ${columns} from ${of.table} t where t.org_id = $1 and t.id < $2 and ${indexed} order by t.id desc limit $3),
      shown as (
        select w.* from (select x.*, x.record::json as json from walked x) w where ${shown} order by w.id desc limit $4)
      select ${of.select}, s.id is not null as shown, whole.looked, whole.last
      from (select count(*) as looked, min(id::text) as last from walked) whole left join shown s on true ${of.join ?? ''}
      order by s.id desc nulls last`,
    values: [organizationId, before ?? MAX_ID, LOOKED_AT, limit + 1, ...conditions.values],
  })
  const { looked, last } = rows[0]!
  const found = rows.filter((row) => row.shown)
  if (found.length > limit) return { rows: found.slice(0, limit), nextCursor: found[limit - 1]!.id }
  return { rows: found, nextCursor: Number(looked) < LOOKED_AT ? '' : (last ?? '') }
}

/** Rows that one page looks at. */
export const LOOKED_AT = 2000
/** Between the id of a call and the time that its record has lies less. */
const LONGEST_CALL_MS = 3_600_000
