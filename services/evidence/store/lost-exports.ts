import { create } from '@bufbuild/protobuf'
import { Outcome } from '../../../proto/gen/attestry/common/v1/audit_pb.ts'
import { ActorKind, ActorSchema, CallerSchema, Via } from '../../../proto/gen/attestry/common/v1/caller_pb.ts'
import { auditEntry, receiptsOf } from '../../kernel/audit/audit-entry.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../kernel/database/database.ts'
import { across } from '../../kernel/database/tenant-guard/relations.ts'
import { transact } from '../../kernel/database/transact.ts'
import { errorCode } from '../../kernel/errors/error-code.ts'
import { Reason } from '../../kernel/errors/errors.ts'
import { mintId } from '../../kernel/values/ids.ts'
import { lostDetails, lostRecord } from '../domain/export-record.ts'

/**
 * Records lost packages as failed. A lost package was begun, but its process was killed or lost its database, so that nobody
 * holds its lock (store/snapshot.ts). Any number of processes may do this at the same time.
 *
 * @param failed receives each package that could not be ended; the others are ended
 * @returns how many were ended
 */
export async function endLostExports(
  db: Database,
  clock: Clock,
  failed: (packageId: string, error: unknown) => void,
): Promise<number> {
  let ended = 0
  for (const lost of await db.query<Begun>({ text: UNENDED }))
    try {
      if (await end(db, clock, lost)) ended += 1
    } catch (error) {
      failed(lost.id, error)
    }
  return ended
}

/** @returns false if its process still runs, or if another process has ended it already */
async function end(db: Database, clock: Clock, lost: Begun): Promise<boolean> {
  return await transact(db, async (em, append) => {
    const [lock] = await em.execute<{ acquired: boolean }[]>(TRY, [lost.id])
    if (!lock!.acquired) return false
    // Checked again, now that no other process can end it.
    if ((await em.execute(UNENDED_ONE, [lost.org_id, lost.id])).length === 0) return false
    const text = lostRecord(lost.record)
    await append(entryOf(lost, text, clock.now()), [
      { table: 'evidence.exports', rows: [{ id: lost.id, version: 2, text }] },
    ])
    return true
  })
}

/** A further entry of the call that began the export, without an actor. */
function entryOf({ org_id, entry_id, record }: Begun, text: string, at: Date) {
  const caller = create(CallerSchema, {
    organizationId: org_id,
    actor: create(ActorSchema, { kind: ActorKind.SYSTEM }),
    via: Via.SYSTEM,
    operation: 'exportEvidence',
    requestId: entry_id,
  })
  return auditEntry({
    caller,
    at,
    id: mintId(at),
    outcome: Outcome.FAILED,
    code: errorCode(Reason.INTERNAL),
    details: lostDetails(record),
    receipts: receiptsOf([{ type: 'exports', text }]),
  })
}

/** Takes the lock that the maker of a package holds, by the package's id, until the end of the transaction. */
export const HOLD = 'select pg_advisory_xact_lock(hashtextextended($1, 0))'
const TRY = 'select pg_try_advisory_xact_lock(hashtextextended(?, 0)) as acquired'

const UNENDED = `
  ${across('lost exports')}
  select org_id, id, entry_id, record from evidence.exports e where version = 1 and not exists (
    select from evidence.exports l where l.org_id = e.org_id and l.id = e.id and l.version = 2)`
const UNENDED_ONE = `
  select 1 from evidence.exports e where org_id = ? and id = ? and not exists (
    select from evidence.exports l where l.org_id = e.org_id and l.id = e.id and l.version = 2)`

type Begun = { org_id: string; id: string; entry_id: string; record: string }
