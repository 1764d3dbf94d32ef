import type { ListOptions, Order } from '../../lists/list.ts'
import { firstPart, nextPart } from '../../lists/part.ts'
import type { Database } from '../database.ts'
import { MAX_ID, MIN_ID } from '../seek.ts'
import type { Conditions } from './conditions.ts'

/** A table of records as a list. */
type Listed = {
  table: string
  /** SQL of the columns of the result from a row `s`; `s.id` is among them. */
  select: string
  /** SQL of joins to a row `s`. */
  join?: string
  /** Columns of the table that `select` and `join` need, in addition to the id and the record. */
  columns?: string
  /** The column of the record; absent: `record`. */
  record?: string
  /** SQL of what is shown and searched of a record; absent: all of it. */
  shown?: (record: string) => string
}

/** A list that is filtered by conditions. No index serves conditions on records. Every method stays inside one organization. */
export type FilteredList<Row> = {
  /**
   * Up to `limit` rows in the order of their ids. One page reads up to MAX_READ rows or about MAX_BYTES of records. A page can
   * therefore have fewer rows than `limit`, or none, and still a cursor. Rows with many bytes are read in parts
   * (services/kernel/lists/part.ts).
   *
   * @throws ConnectError CANCELED or DEADLINE_EXCEEDED once the caller has left
   */
  page(
    organizationId: string,
    conditions: Conditions,
    options: Pick<ListOptions, 'page' | 'place'> & { order?: Order },
  ): Promise<{ rows: Row[]; nextCursor: string }>
  /** How many rows match among the newest MAX_READ. */
  count(organizationId: string, conditions: Conditions): Promise<{ count: bigint; more: boolean }>
}

export function filteredList<Row extends { id: string }>(
  db: Pick<Database, 'query'>,
  listed: Listed,
): FilteredList<Row> {
  const step = (asked: Step) => readStep<Row>(db, listed, asked)
  return {
    async page(organizationId, conditions, { page: { limit, before }, order = 'newest', place }) {
      const of = { organizationId, conditions, order, limit: limit + 1 }
      const [row] = conditions.id === undefined ? [] : await findOne<Row>(db, listed, of, conditions.id)
      if (row !== undefined) return { rows: before === undefined ? [row] : [], nextCursor: '' }
      const rows: Row[] = []
      let bytes = 0
      const first = conditions.isOfIndex ? limit + 1 : FIRST
      for await (const found of steps((at) => step({ ...of, ...at }), before ?? startOf(order), first)) {
        rows.push(...found.rows)
        if (rows.length > limit) return { rows: rows.slice(0, limit), nextCursor: rows[limit - 1]!.id }
        if (found.ended) return { rows, nextCursor: '' }
        if (found.isLast) return { rows, nextCursor: found.last }
        bytes += found.shownBytes
        await nextPart(bytes, place)
      }
      return { rows, nextCursor: '' }
    },
    async count(organizationId, conditions) {
      if (conditions.isOfIndex) return countIndexed(db, listed, organizationId, conditions)
      let count = 0n
      const of = { organizationId, conditions, order: 'newest' as const, limit: 0 }
      for await (const found of steps((at) => step({ ...of, ...at }), MAX_ID, FIRST)) {
        count += found.shown
        if (found.ended) return { count, more: false }
      }
      return { count, more: true }
    },
  }
}

type Step = {
  organizationId: string
  conditions: Conditions
  order: Order
  limit: number
  after: string
  reads: number
}
type Found<Row> = {
  rows: Row[]
  shown: bigint
  shownBytes: number
  looked: number
  bytes: number
  last: string
  /** Whether more rows match among those that were to be read. They begin after `last`. */
  isCut: boolean
}

/** Reads more rows with each step, until the consumer stops or a limit is reached. */
async function* steps<Row>(
  step: (at: { after: string; reads: number }) => Promise<Found<Row>>,
  start: string,
  first: number,
): AsyncGenerator<Found<Row> & { ended: boolean; isLast: boolean }> {
  let [after, reads, looked, bytes] = [start, first, 0, 0]
  for (;;) {
    const found = await step({ after, reads })
    const ended = !found.isCut && found.looked < reads
    looked += found.looked
    bytes += found.bytes
    const affordable = Math.floor(((MAX_BYTES - bytes) * looked) / Math.max(bytes, 1))
    // What follows a part is searched again.
    const next = found.isCut ? found.looked * 2 : reads * 8
    reads = Math.min(next, MAX_READ - looked, affordable)
    yield { ...found, ended, isLast: reads < 1 }
    if (ended || reads < 1) return
    after = found.last
  }
}

/**
 * Reads the next `reads` rows: the first part of those that match, up to `limit`, how many match, and the last id that was read, that
 * of the part's last row where more match.
 */
async function readStep<Row extends { id: string }>(
  db: Pick<Database, 'query'>,
  listed: Listed,
  { organizationId, conditions, order, limit, after, reads }: Step,
): Promise<Found<Row>> {
  const { indexed, shown } = conditions.sql(5)
  const [beyond, by, last] = order === 'oldest' ? ['>', 'asc', 'max'] : ['<', 'desc', 'min']
  const rows = await db.query<Row & Figures & { is_row: boolean }>({
    text: `
      with walked as materialized (
        select ${columnsOf(listed)} from ${listed.table} t
        where t.org_id = $1 and t.id ${beyond} $2 and ${indexed} order by t.id ${by} limit $3),
      shown as materialized (${matching(listed, shown)}),
      best as materialized (${firstPart('p.*', `select * from shown order by id ${by} limit $4`, `p.id ${by}`)}),
      cut as materialized (
        select ${last}(id::text)::uuid as id from best having count(*) < least($4::bigint, (select count(*) from shown)))
      select ${listed.select}, s.id is not null as is_row, whole.* from (
        select count(*) as looked, coalesce(sum(octet_length(record)), 0) as bytes, ${last}(id::text) as last,
          (select count(*) from shown) as showing, (select coalesce(sum(octet_length(record)), 0) from best) as shown_bytes,
          exists(select from cut) as is_cut
        from walked where not exists(select from cut where walked.id ${beyond} cut.id)) whole
      left join best s on true ${listed.join ?? ''} order by s.id ${by} nulls last`,
    values: [organizationId, after, reads, limit, ...conditions.values],
  })
  const figures = rows[0]!
  return {
    rows: rows.filter(({ is_row }) => is_row),
    shown: BigInt(figures.showing),
    shownBytes: Number(figures.shown_bytes),
    looked: Number(figures.looked),
    bytes: Number(figures.bytes),
    last: figures.last ?? after,
    isCut: figures.is_cut,
  }
}

/** The row with an id, where it meets the other conditions. */
function findOne<Row>(
  db: Pick<Database, 'query'>,
  listed: Listed,
  { organizationId, conditions }: Pick<Step, 'organizationId' | 'conditions'>,
  id: string,
): Promise<Row[]> {
  const { indexed, shown } = conditions.sql(3)
  return db.query<Row & object>({
    text: `
      with walked as materialized (
        select ${columnsOf(listed)} from ${listed.table} t where t.org_id = $1 and t.id = $2 and ${indexed}),
      s as (${matching(listed, shown)})
      select ${listed.select} from s ${listed.join ?? ''}`,
    values: [organizationId, id, ...conditions.values],
  })
}

async function countIndexed(
  db: Pick<Database, 'query'>,
  { table }: Listed,
  organizationId: string,
  conditions: Conditions,
): Promise<{ count: bigint; more: boolean }> {
  const { indexed } = conditions.sql(3)
  const [row] = await db.query<{ count: string }>({
    text: `select count(*) from (select 1 from ${table} t where t.org_id = $1 and ${indexed} limit $2) counted`,
    values: [organizationId, MAX_READ + 1, ...conditions.values],
  })
  const found = BigInt(row!.count)
  const most = BigInt(MAX_READ)
  return found > most ? { count: most, more: true } : { count: found, more: false }
}

/** SQL of the rows of `walked` that meet conditions on their records. */
function matching({ shown = (record) => record, columns }: Listed, conditions: string): string {
  const others = [columns].filter(Boolean).map((names) => `, ${names}`)
  return `select id, shown as record${others} from (
    select v.*, v.shown::jsonb as json from (
      select w.*, ${shown('w.record')} as shown from walked w offset 0) v offset 0) w where ${conditions}`
}

function columnsOf({ columns, record = 'record' }: Listed): string {
  return [`t.id, t.${record} as record`, columns?.replace(/(^|, )/g, '$1t.')].filter(Boolean).join(', ')
}

/** The id after which a list begins. */
function startOf(order: Order): string {
  return order === 'oldest' ? MIN_ID : MAX_ID
}

type Figures = {
  looked: string
  bytes: string
  last: string | null
  showing: string
  shown_bytes: string
  is_cut: boolean
}

/** How many rows one page or one count reads. */
export const MAX_READ = 10_000
/** How many rows the first step of a page reads. */
const FIRST = 250
/** About how many bytes of records one page reads. */
const MAX_BYTES = 32 * 1024 * 1024
