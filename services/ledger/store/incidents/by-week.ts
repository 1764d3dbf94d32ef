import type { Database } from '../../../kernel/database/database.ts'

/** How many reports in a state have their limit in a week, counted from the first week of the span. */
export type WeekReports = { week: number; state: 'filed' | 'filedLate' | 'overdue' | 'due'; rows: number }

/**
 * How many reports have their limit in each week, by state; weeks without any are left out. Each phase is one walk along an
 * index.
 */
export function reportsByWeek(
  db: Pick<Database, 'query'>,
  organizationId: string,
  { from, until, now, most }: { from: Date; until: Date; now: Date; most: number },
): Promise<WeekReports[]> {
  const walks = ['dated', 'filed', 'filed_late'].map(
    (phase) => `(select phase, sort_at from ledger.obligations
      where org_id = $1 and phase = '${phase}' and sort_at >= $2::timestamptz and sort_at < $3::timestamptz
      order by sort_at desc limit $5)`,
  )
  return db.query({
    name: 'reports by week',
    text: `
      select floor(extract(epoch from newest.sort_at - $2::timestamptz) / 604800)::int as week,
        case newest.phase when 'filed' then 'filed' when 'filed_late' then 'filedLate'
          else case when newest.sort_at < $4::timestamptz then 'overdue' else 'due' end end as state, count(*)::int as rows
      from (${walks.join(' union all ')}) as newest
      group by 1, 2`,
    values: [organizationId, from, until, now, most],
  })
}
