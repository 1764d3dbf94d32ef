import type { Database } from '../../../kernel/database/database.ts'
import { INCIDENT_FACETS } from '../../domain/incidents/incident-list.ts'

/** A span of whole weeks. At most the newest `most` rows of it are counted. */
export type WeekSpan = { from: Date; until: Date; most: number }

/** The number of incidents in a week; weeks are numbered from the first one of the span. */
export type WeekRows = { week: number; rows: number; significant: number }

/** How many incidents were detected in each week; weeks without any are left out. One walk along an index. */
export function incidentsByWeek(
  db: Pick<Database, 'query'>,
  organizationId: string,
  { from, until, most }: WeekSpan,
): Promise<WeekRows[]> {
  return db.query({
    name: 'incidents by week',
    text: `
      select floor(extract(epoch from newest.at - $2::timestamptz) / 604800)::int as week, count(*)::int as rows,
        count(*) filter (where split_part(newest.facets, ' ', ${SIGNIFICANT}) = 'true')::int as significant
      from (select at, facets from ledger.list_rows
        where org_id = $1 and type = 'incidents' and at >= $2::timestamptz and at < $3::timestamptz
        order by at desc limit $4) as newest
      group by 1`,
    values: [organizationId, from, until, most],
  })
}

/** The position of the facet, counted from 1. */
const SIGNIFICANT = INCIDENT_FACETS.indexOf('is_significant') + 1
