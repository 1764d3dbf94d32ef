import type { Database } from '../../kernel/database/database.ts'
import { LogCheck } from '../domain/log/log-check.ts'
import { Problems } from '../domain/log/log-problem.ts'
import { withSnapshot } from '../store/log/snapshot.ts'
import { Checkpoints, type OutsideNotes } from './checkpoints-check.ts'
import { type LogVerification, pauseUntil, readableKeys } from './verify.ts'

/**
 * Compares only checkpoints with the tree of the leaves; `verifyLog` compares entries, records and tables.
 *
 * @throws the reason of `signal` once it aborts
 */
export async function verifyCheckpoints(
  db: Database,
  options: { organizationId: string; outside: OutsideNotes; publicKeys: Buffer[]; signal: AbortSignal },
): Promise<LogVerification> {
  const { organizationId, outside, publicKeys, signal } = options
  const pause = pauseUntil(signal)
  const problems = new Problems()
  const checkpoints = new Checkpoints(organizationId, readableKeys(publicKeys, problems), problems)
  await checkpoints.readOutside(outside, pause)
  return withSnapshot(db, organizationId, async (snapshot) => {
    for (const { note } of await snapshot.checkpoints()) checkpoints.noteStored(note)
    const check = new LogCheck(organizationId, checkpoints.known, problems)
    for (let after = -1; ; ) {
      await pause()
      const leaves = await snapshot.leafHashes(after)
      const last = leaves.at(-1)
      if (last === undefined) break
      after = last.index
      for (let from = 0; from < leaves.length; from += LEAVES_AT_ONCE) {
        await pause()
        check.hashes(leaves.slice(from, from + LEAVES_AT_ONCE))
      }
    }
    const tree = check.end(await snapshot.head())
    checkpoints.end()
    return {
      verified: { tree, records: new Map() },
      problems,
      waiting: 0,
      checkpoints: 0,
      receipts: 0,
      rows: 0,
      outsideCheckpoints: checkpoints.outsideCount,
      givenCheckpoints: checkpoints.givenCount,
      olderCheckpoints: 0,
      typesNotChecked: [],
    }
  })
}

/** The number of leaves whose hashes take a few milliseconds of the event loop. */
const LEAVES_AT_ONCE = 1024
