import type { Clock } from '../../../kernel/clock.ts'
import type { Database } from '../../../kernel/database/database.ts'
import { across } from '../../../kernel/database/tenant-guard/relations.ts'
import { isoTime } from '../../../kernel/values/time.ts'
import { expiringKeyEvent } from '../../domain/notifications/from-keys.ts'
import { type Due, QUEUEABLE_VALUES, queueable, queueDue } from './queue-due.ts'

/**
 * Queues the reminders of API keys that are about to expire: 14, 7 and 1 day before, by one query over their ends. Each is queued
 * once for a channel, whichever process runs the query; of several that were missed only the last. Where the end of a key moves,
 * there is a further reminder.
 *
 * @returns how many were queued
 */
export async function queueKeyReminders(deps: { db: Database; clock: Clock }): Promise<number> {
  const values = [...QUEUEABLE_VALUES, DAYS, Math.max(...DAYS)]
  const rows = await deps.db.query<ExpiringRow>({ name: 'expiring keys', text: EXPIRING, values })
  return queueDue(deps, rows, ({ key_id, name, prefix, expires_at, days }) =>
    expiringKeyEvent({ id: key_id, name, prefix, expiresAt: isoTime(new Date(expires_at)), days }),
  )
}

/** Days before its end at which a reminder of a key is sent. */
const DAYS = [14, 7, 1]

const EXPIRING = `${across('expiring keys')}
  select c.org_id, c.id as channel_id, k.id as key_id, k.name, k.prefix, k.expires_at, due.days, due.key
  from ledger.api_keys k
  join ledger.notification_channels c on c.org_id = k.org_id
  cross join lateral (
    select s.days, concat_ws(' ', c.id, 'key.expiring', k.id, extract(epoch from k.expires_at), s.days) as key
    from (select min(d) as days from unnest($3::int[]) as d where k.expires_at <= now() + make_interval(days => d)) as s
  ) as due
  where k.revoked_at is null and k.expires_at > now() and k.expires_at <= now() + make_interval(days => $4)
    and c.deleted_at is null and 'key.expiring' = any (c.events) and due.days is not null
    ${queueable('k.expires_at')}`

type ExpiringRow = Due & {
  key_id: string
  name: string
  prefix: string
  expires_at: string
  days: number
}
