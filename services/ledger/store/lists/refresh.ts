import type { Database } from '../../../kernel/database/database.ts'
import { across } from '../../../kernel/database/tenant-guard/relations.ts'
import { DomainError, Reason } from '../../../kernel/errors/errors.ts'
import { type Outdated, type ProjectionJob, projectionJob } from '../projection-job.ts'

/**
 * Brings the rows of an organization up to everything committed, so that a list has what its caller has written.
 * @throws DomainError UNAVAILABLE when that takes long: the rows were far behind. Some of the way is done then.
 */
export async function refreshRows(
  db: Pick<Database, 'query'>,
  organizationId: string,
  longest = LONGEST_MS,
): Promise<void> {
  const started = performance.now()
  while ((await refreshSome(db, organizationId)) === STEP) {
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

async function refreshSome(db: Pick<Database, 'query'>, organizationId: string): Promise<number> {
  const [row] = await db.query<{ placed: number }>({
    name: 'refresh lists',
    text: 'select ledger.list_refresh($1, $2) as placed',
    values: [organizationId, STEP],
  })
  return row!.placed
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

/** Leaves that one statement takes. */
const STEP = 2000
const LONGEST_MS = 8000
/** How far the rows may fall behind a log that grows quickly. */
const FAR = 250_000
