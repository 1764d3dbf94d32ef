import type { Database } from '../../../kernel/database/database.ts'
import { across } from '../../../kernel/database/tenant-guard/relations.ts'
import { DomainError, Reason } from '../../../kernel/errors/errors.ts'
import { type Outdated, type ProjectionJob, projectionJob } from '../projection-job.ts'

/**
 * Updates the rows of an organization to everything committed, so that a list has what its caller has written.
 *
 * @throws DomainError UNAVAILABLE when that takes long because the rows are far behind. The work that was done stays done.
 */
export async function refreshRows(
  db: Pick<Database, 'query'>,
  organizationId: string,
  longest = LONGEST_MS,
): Promise<void> {
  const started = performance.now()
  while (await refreshSome(db, organizationId)) {
    if (performance.now() - started > longest)
      throw new DomainError(Reason.UNAVAILABLE, 'the list is being brought up to date; try again')
  }
}

/** Keeps the rows of all organizations near the end of their logs. */
export function listProjection(db: Pick<Database, 'query'>): ProjectionJob {
  const following = {
    outdated: () => outdated(db),
    follow: (organizationId: string) => refreshSome(db, organizationId),
  }
  return projectionJob(following, FAR)
}

/**
 * Takes a step of up to STEP leaves. Their records are limited too, so that the step ends long before the statement times out:
 * each word of a text is an entry in the index of terms, and a caller can write 10,000 of them in one incident.
 *
 * @returns whether there may be more
 */
async function refreshSome(db: Pick<Database, 'query'>, organizationId: string): Promise<boolean> {
  const [row] = await db.query<{ placed: number; most: number }>({
    name: 'refresh lists',
    text: `select ledger.list_refresh($1, s.most) as placed, s.most from (
      select case when bool_or(r.bytes > $3) then greatest(1, count(*) filter (where r.bytes <= $3))::int else $2::int end as most
      from (select sum(${BYTES_OF_LEAF}) over (order by l.index) as bytes from (
        select l.org_id, l.index, l.entry_id from ledger.leaves l
        where l.org_id = $1 and l.index >= coalesce((select p.next_index from ledger.list_progress p where p.org_id = $1), 0)
        order by l.index limit $2) l) r offset 0) s`,
    values: [organizationId, STEP, STEP_BYTES],
  })
  return row!.placed === row!.most
}

async function outdated(db: Pick<Database, 'query'>): Promise<Outdated[]> {
  return db.query({
    name: 'outdated lists',
    text: `${across('outdated lists')}
      select t.org_id, t.size, t.size - coalesce(p.next_index, 0) as behind
      from ledger.trees t left join ledger.list_progress p on p.org_id = t.org_id
      where t.size - coalesce(p.next_index, 0) >= ${STEP}`,
  })
}

/** How many leaves one statement takes, and how many bytes of records beyond the first leaf. */
const STEP = 2000
const STEP_BYTES = 1024 * 1024
const BYTES_OF_LEAF = ['incidents', 'assets', 'suppliers']
  .map(
    (type) => `(select coalesce(sum(octet_length(r.record)), 0) from ledger.${type} r
      where r.org_id = l.org_id and r.entry_id = l.entry_id)`,
  )
  .join(' + ')
const LONGEST_MS = 8000
/** How far the rows may fall behind a log that grows quickly. */
const FAR = 250_000
