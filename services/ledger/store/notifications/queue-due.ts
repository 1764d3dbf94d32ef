import type { Clock } from '../../../kernel/clock.ts'
import type { Database } from '../../../kernel/database/database.ts'
import { mintId } from '../../../kernel/values/ids.ts'
import { inTransaction } from '../log/transaction.ts'
import { insertQueued, type Queued } from './queue-events.ts'

/** What a query found that a channel is to be reminded of. The key says which reminder it is. */
export type Due = { org_id: string; channel_id: string; key: string }

/** How many reminders of a kind are queued at a time. */
export const MOST_DUE = 200

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
