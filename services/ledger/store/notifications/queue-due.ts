import type { Clock } from '../../../kernel/clock.ts'
import type { Database } from '../../../kernel/database/database.ts'
import { inTransaction } from '../../../kernel/database/in-transaction.ts'
import { mintId } from '../../../kernel/values/ids.ts'
import { insertQueued, type Reminder, WAITING_EACH } from './queue-events.ts'

/** A reminder for a channel that a query found. `key` identifies the reminder. */
export type Due = { org_id: string; channel_id: string; key: string }

/**
 * The channels of the organizations in `$1`, and the number of reminders that each may get at a time: as many as may still wait
 * for it, and at most 50, so that a page of an organization does not insert too many rows.
 */
export const ROOM = `room as materialized (
    select c.org_id, c.id, c.events, c.remind_hours, least(${WAITING_EACH} - (
      select count(*) from ledger.notifications w
      where w.org_id = c.org_id and w.channel_id = c.id and w.state = 'waiting'), 50) as free
    from ledger.notification_channels c where c.org_id = any ($1::uuid[]) and c.deleted_at is null)`

/** Whether `due` is not queued yet. It is looked up by its key, whatever the statistics of the table. */
export const NOT_QUEUED = `not exists (
    select from ledger.notifications n where n.org_id = c.org_id and n.key = due.key offset 0)`

/**
 * Queues reminders that a query found, one organization at a time. Each is queued once, whichever process finds it. Where an
 * organization's reminders fail, the others are queued, and the first failure is thrown.
 */
export async function queueDue<T extends Due>(
  { db, clock }: { db: Database; clock: Clock },
  rows: readonly T[],
  eventOf: (row: T) => Reminder,
): Promise<void> {
  const failures: unknown[] = []
  for (const [organizationId, found] of Map.groupBy(rows, ({ org_id }) => org_id)) {
    const at = clock.now()
    try {
      const reminders = found.map((row) => ({
        ...eventOf(row),
        id: mintId(at),
        channelId: row.channel_id,
        userId: null,
        key: row.key,
      }))
      await inTransaction(db, 'begin', (client) => insertQueued(client, organizationId, reminders))
    } catch (failure) {
      failures.push(failure)
    }
  }
  if (failures.length > 0) throw failures[0]
}
