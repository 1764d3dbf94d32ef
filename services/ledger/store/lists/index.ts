import type { Database } from '../../../kernel/database/database.ts'
import type { Part } from '../../../kernel/lists/part.ts'
import type { ListFilter, ListType } from '../../domain/lists/list-filter.ts'
import type { ProjectionJob } from '../projection-job.ts'
import { incidentsByWeek, type WeekRows, type WeekSpan } from './by-week.ts'
import { countRows, findRows, type List } from './find.ts'
import { listProjection, refreshRows } from './refresh.ts'

/** The filtered lists of registers. Every method but `projection` stays inside one organization. */
export type ListStore = {
  /**
   * The first part of up to `limit` current records that match the filter, after the row `cursor`; everything committed is
   * considered.
   */
  find(list: List): Promise<Part<string>>
  /** How many rows match the filter: exactly up to 10,000, and whether there may be more. */
  count(organizationId: string, type: ListType, filter: ListFilter): Promise<{ count: bigint; more: boolean }>
  /** How many rows have each combination of facets. */
  facets(organizationId: string, type: ListType): Promise<{ facets: string[]; count: number }[]>
  /** How many incidents were detected in each week of a span. */
  incidentsByWeek(organizationId: string, span: WeekSpan): Promise<WeekRows[]>
  /** Keeps the rows near the end of the logs. */
  projection(): ProjectionJob
}

export function listStore(db: Database): ListStore {
  return {
    find: async (list) => {
      await refreshRows(db, list.organizationId)
      return findRows(db, list)
    },
    count: async (organizationId, type, filter) => {
      await refreshRows(db, organizationId)
      const { count, more } = await countRows(db, { organizationId, type, filter }, COUNTED)
      return { count: BigInt(count), more }
    },
    facets: async (organizationId, type) => {
      await refreshRows(db, organizationId)
      const rows = await db.query<{ facets: string; count: string }>({
        name: 'facets',
        text: 'select facets, count from ledger.list_counts where org_id = $1 and type = $2 and count > 0',
        values: [organizationId, type],
      })
      return rows.map(({ facets, count }) => ({ facets: facets.split(' '), count: Number(count) }))
    },
    incidentsByWeek: async (organizationId, span) => {
      await refreshRows(db, organizationId)
      return incidentsByWeek(db, organizationId, span)
    },
    projection: () => listProjection(db),
  }
}

/** The largest exact count. */
const COUNTED = 10_000
