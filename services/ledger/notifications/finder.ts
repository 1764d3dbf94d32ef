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
  const tried = async (of: { organization_id?: string }, read: () => Promise<number>): Promise<number> => {
    try {
      return await read()
    } catch (err) {
      log.warn({ err, ...of }, 'events for notifications were not read')
      return 0
    }
  }
  const step = async (organizationId: string): Promise<number> => {
    behind.delete(organizationId)
    const events = await findEvents(deps, organizationId)
    // Obligations of new incidents follow from the log as well: reminders read them.
    if (!(await catchUpStep(db, organizationId, clock.now(), most))) behind.add(organizationId)
    return events
  }
  return async () => {
    let found = 0
    for (const organizationId of new Set([...(await grownLogs(db, LOGS)), ...behind]))
      found += await tried({ organization_id: organizationId }, () => step(organizationId))
    if (performance.now() - remindedAt >= REMIND_MS) {
      remindedAt = performance.now()
      found += await tried({}, () => queueReminders(deps))
      found += await tried({}, () => queueKeyReminders(deps))
    }
    return found > 0 || behind.size > 0
  }
}

/** Logs that one round looks at. */
const LOGS = 100
/** How often reminders are looked for. */
const REMIND_MS = 5000
