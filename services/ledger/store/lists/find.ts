import type { Database } from '../../../kernel/database/database.ts'
import { type Part, partOf } from '../../../kernel/lists/part.ts'
import type { ListFilter, ListOrder, ListType } from '../../domain/lists/list-filter.ts'
import { conditions, GATHERED, isByDetection, type Key, ListStatements, type Row } from './list-statements.ts'

/**
 * The first part of up to `limit` records of the rows that match the filter, after the row `cursor`.
 *
 * Rows are read in the order of the list as long as enough of them match. Otherwise the index of terms gives the other rows that
 * match; if the search has rare words, they are looked up first. Where very many rows match, reading in order finds them soon and
 * continues. A page therefore reads some thousands of rows, independently of the number of rows and of matches. Where neither helps, it
 * ends after `most` rows, with what was found.
 */
export async function findRows(
  db: Pick<Database, 'query'>,
  { organizationId, type, filter, order, limit, cursor }: List,
  most = MOST,
): Promise<Part<string>> {
  const statements = new ListStatements(organizationId, type, filter, order)
  let after = await keyOf(db, organizationId, type, order, cursor)
  let mayGather = isIndexed(filter)
  const found: string[] = []
  let walked = 0
  for (let reads = FIRST_WALK; ; ) {
    const [last, ...shown] = await db.query<Row>(statements.walk(after, reads, limit - found.length))
    found.push(...shown.map(({ record }) => record!))
    const part = partOf(found, limit)
    if (!part.isLast || found.length === limit) return part
    if (last === undefined || Number(last.count) < reads) return part
    after = last
    walked += reads
    // How many rows have to be read for the missing ones, if rows keep matching at this rate.
    const missing = limit - found.length
    const expected = found.length === 0 ? Number.POSITIVE_INFINITY : (missing * walked) / found.length
    if (mayGather && expected > FAR) {
      const rare = await rareWords(db, organizationId, type, filter.words)
      const rest = await gathered(db, statements, rare, after, missing)
      if (rest !== undefined) return partOf([...found, ...rest], limit)
      mayGather = false
    }
    if (walked >= most) return { ...partOf(found, limit), isLast: false, after: last.id }
    // The second read is as long as should be enough. Later ones grow, since fewer rows match than expected.
    const next = walked === FIRST_WALK && expected <= FAR ? Math.ceil(expected * 2) + SPARE : walked * 8
    reads = Math.min(next, most - walked)
  }
}

/** A page of a list: at most `limit` rows of the organization that match, in this order, after the row `cursor`. */
export type List = {
  organizationId: string
  type: ListType
  filter: ListFilter
  order: ListOrder
  limit: number
  cursor: string | undefined
}

/** Whether an index helps with a condition of the filter. Otherwise there is nothing to gather. */
function isIndexed({ terms, words, detectedFrom, detectedBelow, overdue }: ListFilter): boolean {
  return (
    overdue?.is === true ||
    [terms, words, detectedFrom, detectedBelow].some((condition) => condition !== undefined)
  )
}

/** Finds the missing rows by the index of terms, by rare words first; undefined where too many rows have these terms. */
async function gathered(
  db: Pick<Database, 'query'>,
  statements: ListStatements,
  rare: string | null,
  after: Key,
  missing: number,
): Promise<string[] | undefined> {
  const texts = [statements.gather(after, missing)]
  if (rare !== null) texts.unshift(statements.gatherRare(rare, after, missing))
  for (const text of texts) {
    const rest = await db.query<Row>(text)
    if (Number(rest[0]?.count ?? 0) <= GATHERED) return rest.flatMap(({ record }) => record ?? [])
  }
  return undefined
}

/** How many rows match the filter, up to `most`. That incidents have no overdue report is looked up for the newest `read` rows alone. */
export async function countRows(
  db: Pick<Database, 'query'>,
  { organizationId, type, filter }: Pick<List, 'organizationId' | 'type' | 'filter'>,
  most: number,
  read = MOST,
): Promise<{ count: number; more: boolean }> {
  const { indexed, late, range, values } = conditions(organizationId, type, filter, [most + 1])
  const rows = `select s.id from ledger.list_rows s
    where s.org_id = $1 and s.type = $2 and ${indexed} and ${range.id} and ${range.at}`
  const counted = (from: string) =>
    `(select count(*) from (select from (${from}) s where ${late} limit $3) s)`
  let text = `select ${counted(rows)} as count, false as more`
  if (filter.overdue?.is === false) {
    const newest = `${rows} order by s.id desc`
    const limit = `$${values.push(read)}`
    text = `select ${counted(`${newest} limit ${limit}`)} as count, exists (${newest} offset ${limit}) as more`
  }
  const [row] = await db.query<{ count: string; more: boolean }>({ text, values })
  const count = Number(row!.count)
  return { count: Math.min(count, most), more: row!.more || count > most }
}

/**
 * The position of the cursor's row in the list. Where the row does not exist, its id is still a position in a list that is
 * ordered by id. A list that is ordered by detection ends there.
 */
async function keyOf(
  db: Pick<Database, 'query'>,
  organizationId: string,
  type: ListType,
  order: ListOrder,
  cursor: string | undefined,
): Promise<Key> {
  if (cursor === undefined) return undefined
  if (!isByDetection(order)) return { id: cursor, at: new Date(0) }
  const [row] = await db.query<{ at: Date }>({
    text: 'select at from ledger.list_rows where org_id = $1 and type = $2 and id = $3',
    values: [organizationId, type, cursor],
  })
  return { id: cursor, at: row?.at ?? (order === 'detected_newest' ? new Date(0) : END) }
}

/**
 * The rare words of a search, which hardly any of the newest rows contains, as a tsquery; null when there are none.
 * `ledger.list_search` joins words by ` & `, which no word contains. Only words that are searched as a prefix (`:*`) count: for a
 * prefix the index reads the rows of all organizations in any case. Whole words are left out.
 */
async function rareWords(
  db: Pick<Database, 'query'>,
  organizationId: string,
  type: ListType,
  words: string | undefined,
): Promise<string | null> {
  if (words === undefined) return null
  const [row] = await db.query<{ rare: string | null }>({
    text: `
      select string_agg(w.word, ' & ') as rare
      from unnest((string_to_array(ledger.list_search($3)::text, ' & '))[:${WORDS}]) as w (word)
      where w.word like '%:*' and (select count(*) from (
        select from (select s.terms from ledger.list_rows s where s.org_id = $1 and s.type = $2
          order by s.id desc limit ${FIRST_WALK}) s
        where s.terms @@ w.word::tsquery limit ${RARE + 1}) having_it) <= ${RARE}`,
    values: [organizationId, type, words],
  })
  return row!.rare
}

/** After every time that can be stated (docs/api.md). */
const END = new Date('9999-12-31T00:00:00Z')
/** How many rows are read in order before it is known how often they match. */
const FIRST_WALK = 1000
/** Up to this many rows are read in order; beyond that, the index of terms is used. */
const FAR = 12_000
/** How many rows are read in order for one part of a page. */
const MOST = 50_000
/** How many rows are read beyond the expected number, which is small for a small rest. */
const SPARE = 250
/** A word is rare if at most RARE of the newest FIRST_WALK rows have it. Up to WORDS words of a search are examined. */
const RARE = 10
const WORDS = 8
