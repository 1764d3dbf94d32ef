import { Outcome } from '../../../proto/gen/attestry/common/v1/audit_pb.ts'
import { auditEntry } from '../../kernel/audit/audit-entry.ts'
import { systemCall } from '../../kernel/audit/system-call.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../kernel/database/database.ts'
import { across } from '../../kernel/database/tenant-guard/relations.ts'
import { transact } from '../../kernel/database/transact.ts'

/**
 * Records the hashes of stored answers whose audit entries lack them, because a version that did not write hashes stored them.
 * Each audit entry of the system records up to 100 of them, in the log of their organization.
 */
export async function backfillAnswers(db: Database, clock: Clock, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const [next] = await db.query<{ org_id: string }>({ text: FIND })
    if (next === undefined) return
    while (!signal.aborted && (await recordSome(db, clock.now(), next.org_id)));
  }
}

/** Records some answers; false where the organization has none left. */
function recordSome(db: Database, at: Date, organizationId: string): Promise<boolean> {
  const call = systemCall('recordFoundAnswers', organizationId, at)
  return transact(db, async (em, append) => {
    const found = await em.execute<FoundAnswer[]>('select * from ledger.log_found_answers(?)', [
      organizationId,
    ])
    if (found.length === 0) return false
    const answers = found.map(({ at: since, ...answer }) => ({
      ...answer,
      at: new Date(since).toISOString(),
    }))
    await append(auditEntry({ ...call, outcome: Outcome.OK, details: { answers } }), [])
    return true
  })
}

type FoundAnswer = {
  entry_id: string
  at: string | Date
  key_sha256: string
  request_sha256: string
  sha256: string
}

const FIND = `${across('found answers')}
  select org_id from ledger.answers where not logged order by org_id limit 1`
