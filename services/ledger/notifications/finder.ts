import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../kernel/database/database.ts'
import type { Log } from '../../kernel/log.ts'
import { catchUpStep } from '../store/incidents/catch-up-step.ts'
import { findEvents, grownLogs } from '../store/notifications/find-events.ts'
import { queueReminders } from '../store/notifications/remind.ts'
import { queueKeyReminders } from '../store/notifications/remind-keys.ts'

/**
 * Events of the logs that grew, and reminders by time. An organization MUST NOT stop the others: a round takes one step in the log
 * and in the obligations of each, and what cannot be read of one is logged and read again in the next round.
 *
 * @param most how many leaves a step of the obligations reads
 * @returns a round, which returns whether there is more to do at once
 */
export function finder(
  deps: { db: Database; clock: Clock; log: Log },
  most?: number,
): () => Promise<boolean> {
  const { db, clock, log } = deps
  /** Organizations whose obligations are not up to date yet. */
  const behind = new Set<string>()
  let remindedAt = Number.NEGATIVE_INFINITY
  const tried = async <T>(
    of: { organization_id?: string },
    read: () => Promise<T>,
  ): Promise<T | undefined> => {
    try {
      return await read()
    } catch (err) {
      log.warn({ err, ...of }, 'events for notifications were not read')
    }
  }
  const step = async (organizationId: string): Promise<boolean> => {
    const of = { organization_id: organizationId }
    const events = await tried(of, () => findEvents(deps, organizationId))
    // Obligations of new incidents follow from the log as well: reminders read them.
    const isUpToDate = await tried(of, () => catchUpStep(db, organizationId, clock.now(), most))
    if (isUpToDate === true) behind.delete(organizationId)
    else behind.add(organizationId)
    return isSome(events) || isUpToDate === false
  }
  return async () => {
    const found: boolean[] = []
    for (const organizationId of new Set([...(await grownLogs(db, LOGS)), ...behind]))
      found.push(await step(organizationId))
    if (performance.now() - remindedAt >= REMIND_MS) {
      remindedAt = performance.now()
      found.push(isSome(await tried({}, () => queueReminders(deps))))
      found.push(isSome(await tried({}, () => queueKeyReminders(deps))))
    }
    return found.includes(true)
  }
}

function isSome(count: number | undefined): boolean {
  return count !== undefined && count > 0
}

/** Logs that one round looks at. */
const LOGS = 100
/** How often reminders are looked for. */
const REMIND_MS = 5000
