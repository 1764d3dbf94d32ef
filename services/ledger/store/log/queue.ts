import type { Database } from '../../../kernel/database/database.ts'
import { across } from '../../../kernel/database/tenant-guard/relations.ts'
import { type LogQueue, logQueue } from '../../../kernel/telemetry/channels.ts'

/** Publishes how many entries wait for their place in the log, and how long the oldest has waited. */
export async function publishQueue(db: Pick<Database, 'query'>): Promise<void> {
  if (!logQueue.hasSubscribers) return
  const [state] = await db.query<LogQueue>({ name: 'queue', text: STATE })
  logQueue.publish(state)
}

const STATE = `${across('count waiting entries')}
  select count(*)::float8 as entries, coalesce(extract(epoch from now() - min(at)), 0)::float8 as "oldestSeconds"
  from ledger.queue`
