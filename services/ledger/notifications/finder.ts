import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../kernel/database/database.ts'
import { MIN_ID } from '../../kernel/database/seek.ts'
import type { Log } from '../../kernel/logging/log.ts'
import { catchUpStep } from '../store/incidents/catch-up-step.ts'
import { findEvents, grownLogs, logsWithoutObligations } from '../store/notifications/find-events.ts'
import { KEY_REMINDERS } from '../store/notifications/remind-keys.ts'
import { OBLIGATION_REMINDERS } from '../store/notifications/remind-obligations.ts'
import { reminderPass } from '../store/notifications/reminder-pass.ts'

/**
 * Finds events in the logs that grew, and reminders by time. An organization MUST NOT block the others: a round takes one step in
 * the log and in the obligations of each. A log that cannot be read is reported and read again in the next round.
 *
 * @param most `leaves`: how many leaves a step of the obligations reads; `logs`: how many logs a round reads, of those that grew
 * and of those whose obligations are behind
 * @returns a round, which returns whether there is more to do at once
 */
export function finder(
  deps: { db: Database; clock: Clock; log: Log },
  most: { leaves?: number; logs?: number } = {},
): () => Promise<boolean> {
  const { db, clock, log } = deps
  const { leaves, logs = LOGS } = most
  /** Organizations whose obligations are not up to date yet. */
  const behind = new Set<string>()
  /** The organizations that had the last turn: `last` of the logs that grew, `lastQuiet` of the others. */
  let last = MIN_ID
  let lastQuiet = MIN_ID
  const passes = [reminderPass(deps, OBLIGATION_REMINDERS), reminderPass(deps, KEY_REMINDERS)]
  /** The passes that have not ended yet. */
  let underWay = new Set<() => Promise<boolean>>()
  let remindedAt = Number.NEGATIVE_INFINITY
  const tried = readings(log)
  const step = async (organizationId: string): Promise<boolean> => {
    const of = { organization_id: organizationId }
    const events = await tried(of, () => findEvents(deps, organizationId))
    // Obligations of new incidents follow from the log as well: reminders read them.
    const isUpToDate = await tried(of, () => catchUpStep(db, organizationId, clock.now(), leaves))
    // Puts the organization at the end of the queue.
    behind.delete(organizationId)
    if (isUpToDate !== true) behind.add(organizationId)
    return isSome(events) || isUpToDate === false
  }
  /** Adds some logs that have not grown, in turns. A process that ended may have read their events and not their obligations. */
  const addQuiet = async (): Promise<void> => {
    const quiet = await logsWithoutObligations(db, lastQuiet, QUIET)
    for (const organizationId of quiet) behind.add(organizationId)
    lastQuiet = quiet.length < QUIET ? MIN_ID : quiet.at(-1)!
  }
  return async () => {
    const found: boolean[] = []
    if (underWay.size === 0 && performance.now() - remindedAt >= REMIND_MS) {
      remindedAt = performance.now()
      underWay = new Set(passes)
      await tried({}, addQuiet)
    }
    const grown = await grownLogs(db, last, logs)
    last = grown.at(-1) ?? last
    const waiting = [...behind]
    const some = waiting.slice(0, logs)
    for (const organizationId of new Set([...grown, ...some])) found.push(await step(organizationId))
    // If none of them could be read, the next round comes after a pause.
    found.push(waiting.length > logs && some.some((organizationId) => !behind.has(organizationId)))
    for (const pass of underWay) {
      if ((await tried({}, pass)) !== true) underWay.delete(pass)
      found.push(underWay.has(pass))
    }
    return found.includes(true)
  }
}

/** Reads, or logs why reading failed, so that a failure of one organization does not delay the others. */
function readings(log: Log) {
  return async <T>(of: { organization_id?: string }, read: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await read()
    } catch (err) {
      log.warn({ err, ...of }, 'events for notifications were not read')
    }
  }
}

function isSome(count: number | undefined): boolean {
  return count !== undefined && count > 0
}

/** How many logs one round reads. */
const LOGS = 100
/** How many logs that have not grown are read again with each search for reminders. */
const QUIET = 20
/** How often reminders are looked for. */
const REMIND_MS = 5000
