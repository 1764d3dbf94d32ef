import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../../kernel/database/database.ts'
import { across } from '../../../kernel/database/tenant-guard/relations.ts'
import { DomainError, Reason } from '../../../kernel/errors/errors.ts'

/**
 * Brings the rows of an organization up to what is committed, so that a list shows what its caller has written.
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

/**
 * Keeps the rows of all organizations near the end of their logs, until the signal: one statement after the other, never
 * while a log grows quickly. A list that is asked for goes the rest of the way itself.
 */
export async function keepRows(
  db: Pick<Database, 'query'>,
  signal: AbortSignal,
  failed: (err: unknown) => void,
) {
  const logs = new CalmLogs()
  while (!signal.aborted) {
    await sleep(EVERY_MS, undefined, { signal }).catch(() => {})
    if (signal.aborted) return
    try {
      for (const organizationId of logs.due(await outdated(db))) await refreshSome(db, organizationId)
    } catch (err) {
      failed(err)
    }
  }
}

/** Finds the logs that do not grow quickly, and those whose rows are far behind. It is told of them once a second. */
export class CalmLogs {
  /** How large each log was, and how often in a row it had not grown quickly. */
  #known = new Map<string, { size: number; calm: number }>()

  /** The organizations whose rows are to follow now. @param outdated all logs with rows that are behind */
  due(outdated: readonly Outdated[]): string[] {
    const now = new Map<string, { size: number; calm: number }>()
    for (const { org_id, size } of outdated) {
      const before = this.#known.get(org_id)
      const quick = before === undefined || Number(size) - before.size > BUSY
      now.set(org_id, { size: Number(size), calm: quick ? 0 : before.calm + 1 })
    }
    this.#known = now
    return outdated
      .filter(({ org_id, behind }) => now.get(org_id)!.calm >= CALM || Number(behind) > FAR)
      .map(({ org_id }) => org_id)
  }
}

/** A log whose rows are behind. */
export type Outdated = { org_id: string; size: string; behind: string }

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
      where t.size - coalesce(p.next_index, 0) >= ${STEP} order by behind desc limit 100`,
  })
}

/** Leaves that one statement takes. */
const STEP = 2000
const LONGEST_MS = 8000
const EVERY_MS = 1000
/**
 * Leaves a second from which a log grows quickly, for how many seconds it must not have, so that a load that pauses is not disturbed,
 * and how far the rows may fall behind it all the same.
 */
const BUSY = 200
const CALM = 5
const FAR = 250_000
