import { Outcome } from '../../../proto/gen/attestry/common/v1/audit_pb.ts'
import { auditEntry, receiptsOf } from '../../kernel/audit/audit-entry.ts'
import { systemCall } from '../../kernel/audit/system-call.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../kernel/database/database.ts'
import { MIN_ID } from '../../kernel/database/seek.ts'
import { across } from '../../kernel/database/tenant-guard/relations.ts'
import { transact } from '../../kernel/database/transact.ts'
import { errorCode } from '../../kernel/errors/error-code.ts'
import { Reason } from '../../kernel/errors/errors.ts'
import { firstIdOf, mintId } from '../../kernel/values/ids.ts'
import { lostDetails, lostRecord, VERSIONS } from '../domain/export-record.ts'

/** The exports of killed processes. */
export type LostExports = {
  /**
   * Records lost packages as failed. A lost package was begun, but its process was killed or lost its database, so that nobody
   * holds its lock (store/snapshot.ts). Any number of processes may do this at the same time. The first call looks at all packages,
   * a later one at those that had not ended at the one before, and at newer ones.
   *
   * @returns how many were ended
   */
  end(): Promise<number>
}

/** @param failed receives each package that could not be ended; the others are ended */
export function lostExports(
  db: Database,
  clock: Clock,
  failed: (packageId: string, error: unknown) => void,
): LostExports {
  /** The packages that had not ended, by id. */
  const open = new Map<string, Begun>()
  let after = MIN_ID
  /** Finds the packages after `after` that have not ended. The newest ones are read again by the next call. */
  const find = async (): Promise<void> => {
    for (let at = after; ; ) {
      const rows = await db.query<Begun & { ended: boolean }>({ text: BEGUN, values: [at, PAGE] })
      for (const { ended, ...begun } of rows) if (!ended) open.set(begun.id, begun)
      at = rows.at(-1)?.id ?? at
      const settled = firstIdOf(new Date(clock.now().getTime() - LATE_MS))
      after = settled
      if (at < after) after = at
      if (rows.length < PAGE) return
    }
  }
  return {
    end: async () => {
      await find()
      let ended = 0
      for (const begun of [...open.values()])
        try {
          const how = await end(db, clock, begun)
          if (how !== 'in_progress') open.delete(begun.id)
          if (how === 'lost') ended += 1
        } catch (error) {
          failed(begun.id, error)
        }
      return ended
    },
  }
}

/** @returns 'in_progress' if its process still runs, 'ended' if that or another process has ended it */
async function end(db: Database, clock: Clock, begun: Begun): Promise<'in_progress' | 'ended' | 'lost'> {
  return await transact(db, async (em, append) => {
    const [lock] = await em.execute<{ acquired: boolean }[]>(TRY, [begun.id])
    if (!lock!.acquired) return 'in_progress'
    // Checked again, now that no other process can end it.
    if ((await em.execute(UNENDED_ONE, [begun.org_id, begun.id])).length === 0) return 'ended'
    const text = lostRecord(begun.record)
    await append(entryOf(begun, text, clock.now()), [
      { table: 'evidence.exports', rows: [{ id: begun.id, version: VERSIONS.ended, text }] },
    ])
    return 'lost'
  })
}

/** A further entry of the call that began the export, without an actor. */
function entryOf({ org_id, entry_id, record }: Begun, text: string, at: Date) {
  return auditEntry({
    ...systemCall('exportEvidence', org_id, at, entry_id),
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

const BEGUN = `
  ${across('lost exports')}
  select org_id, id, entry_id, record, exists (
    select from evidence.exports l where l.org_id = e.org_id and l.id = e.id and l.version = ${VERSIONS.ended}) as ended
  from evidence.exports e where version = ${VERSIONS.begun} and id > $1::uuid order by id limit $2`
const UNENDED_ONE = `
  select 1 from evidence.exports e where org_id = ? and id = ? and not exists (
    select from evidence.exports l where l.org_id = e.org_id and l.id = e.id and l.version = ${VERSIONS.ended})`

type Begun = { org_id: string; id: string; entry_id: string; record: string }

const PAGE = 1000
/** For how long a package may commit after others with higher ids: it waits for its turn, and clocks of processes differ. */
const LATE_MS = 3_600_000
