import type { Database } from '../../../kernel/database/database.ts'
import { across } from '../../../kernel/database/tenant-guard/relations.ts'
import { DomainError, Reason } from '../../../kernel/errors/errors.ts'
import { type Outdated, type ProjectionJob, projectionJob } from '../projection-job.ts'
import { catchUpStep, LEAVES } from './catch-up-step.ts'

/**
 * Brings the obligations of an organization up to everything committed before.
 * @throws DomainError UNAVAILABLE when that takes long because they are far behind. The work that was done stays done.
 */
export async function catchUp(
  db: Pick<Database, 'pool' | 'query'>,
  organizationId: string,
  now: Date,
  { longest = LONGEST_MS, most = LEAVES }: { longest?: number; most?: number } = {},
): Promise<void> {
  const started = performance.now()
  while (!(await catchUpStep(db, organizationId, now, most))) {
    if (performance.now() - started > longest)
      throw new DomainError(Reason.UNAVAILABLE, 'the obligations are being brought up to date; try again')
  }
}

/**
 * Keeps obligations that were read before near the end of the logs and under the newest settings, until the signal aborts. So
 * only the first call in a long log reads many leaves, and the job continues where that call gave up.
 */
export function obligationProjection(db: Pick<Database, 'pool' | 'query'>, now: () => Date): ProjectionJob {
  const following = {
    outdated: () => outdated(db),
    follow: (organizationId: string) => catchUpStep(db, organizationId, now()),
  }
  return projectionJob(following, Number.POSITIVE_INFINITY)
}

async function outdated(db: Pick<Database, 'query'>): Promise<Outdated[]> {
  // No name, so that the statement is planned each time. A plan from a time with few organizations took longer than a statement
  // may.
  return db.query({
    text: `${across('outdated obligations')}
      select t.org_id, t.size, t.size - p.next_leaf as behind
      from ledger.trees t join ledger.obligation_progress p on p.org_id = t.org_id
      where t.size - p.next_leaf >= ${LEAVES} or (
        select o.settings_version from ledger.obligations o where o.org_id = p.org_id
        order by o.settings_version limit 1) < (
          select coalesce(max(s.version), 0) from ledger.reporting_settings s where s.org_id = p.org_id and s.id = p.org_id)`,
  })
}

/** How long one call works on the obligations. */
const LONGEST_MS = 8000
