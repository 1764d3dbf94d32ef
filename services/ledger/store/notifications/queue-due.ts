import type { Clock } from '../../../kernel/clock.ts'
import type { Database } from '../../../kernel/database/database.ts'
import { inTransaction } from '../../../kernel/database/in-transaction.ts'
import { mintId } from '../../../kernel/values/ids.ts'
import { insertQueued, type Queued, WAITING_EACH } from './queue-events.ts'

/** A reminder of a channel that a query found. `key` identifies the reminder. */
export type Due = { org_id: string; channel_id: string; key: string }

/** The end of a query of reminders: of what is `due` for a channel `c` and not queued yet, the first by a time. */
export function queueable(time: string): string {
  return `and not exists (select from ledger.notifications n where n.org_id = c.org_id and n.key = due.key)
    and (select count(*) from ledger.notifications w
      where w.org_id = c.org_id and w.channel_id = c.id and w.state = 'waiting') < $2
  order by ${time} limit $1`
}

/** $1 and $2 of such a query: how many reminders are queued at a time, and how many may wait for a channel. */
export const QUEUEABLE_VALUES = [200, WAITING_EACH]

/**
 * Queues reminders that a query found, those of an organization together. Each is queued once, whichever process looks.
 *
 * @returns how many were queued
 */
export async function queueDue<T extends Due>(
  { db, clock }: { db: Database; clock: Clock },
  rows: readonly T[],
  eventOf: (row: T) => Omit<Queued, 'id' | 'channelId' | 'userId' | 'key'>,
): Promise<number> {
  let queued = 0
  for (const [organizationId, found] of Map.groupBy(rows, ({ org_id }) => org_id)) {
    const at = clock.now()
    const reminders = found.map((row) => ({
      ...eventOf(row),
      id: mintId(at),
      channelId: row.channel_id,
      userId: null,
      key: row.key,
    }))
    const inserted = await inTransaction(db, 'begin', (client) =>
      insertQueued(client, organizationId, reminders),
    )
    queued += inserted.length
  }
  return queued
}
