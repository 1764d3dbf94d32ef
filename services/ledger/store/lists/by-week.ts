import type { Database } from '../../../kernel/database/database.ts'
import type { ListType } from '../../domain/list-filter.ts'

/** A span of whole weeks, and how many rows of it are counted at most, the newest first. */
export type WeekSpan = { from: Date; until: Date; most: number }

/** How many rows there are of a week, counted from the first one of the span. */
export type WeekRows = { week: number; rows: number; significant: number }

/** How many rows have their time in each week; none of 0. One walk along an index. */
export function rowsByWeek(
  db: Pick<Database, 'query'>,
  organizationId: string,
  type: ListType,
  { from, until, most }: WeekSpan,
): Promise<WeekRows[]> {
  return db.query({
    name: 'rows by week',
    text: `
      select floor(extract(epoch from newest.at - $3::timestamptz) / 604800)::int as week, count(*)::int as rows,
        count(*) filter (where split_part(newest.facets, ' ', 4) = 'true')::int as significant
      from (select at, facets from ledger.list_rows
        where org_id = $1 and type = $2 and at >= $3::timestamptz and at < $4::timestamptz
        order by at desc limit $5) as newest
      group by 1`,
    values: [organizationId, type, from, until, most],
  })
}
