import { across } from '../../../kernel/database/tenant-guard/relations.ts'
import { isoTime } from '../../../kernel/values/time.ts'
import { expiringKeyEvent } from '../../domain/notifications/from-keys.ts'
import { type Due, NOT_QUEUED, ROOM } from './queue-due.ts'
import type { ReminderSource } from './reminder-pass.ts'

/** How many days before a key expires a reminder is sent. */
const DAYS = [14, 7, 1]

/**
 * The reminders of API keys that are about to expire: 14 days, 7 days and 1 day before. Each is queued once for a channel,
 * whichever process finds it. Of several missed reminders only the last is queued. If the expiry of a key moves, there is a new
 * reminder.
 */
export const KEY_REMINDERS: ReminderSource<ExpiringRow> = {
  name: 'expiring keys',
  organizations: `${across('expiring keys')}
    select distinct org_id from ledger.notification_channels
    where deleted_at is null and 'key.expiring' = any (events) and org_id > $1 order by org_id limit $2`,
  ends: `${across('expiring keys')}
    select a.org_id, '-infinity' as at, k.id, 0 as nth ${pages('offset $5 - 1 limit 1')}`,
  due: due(),
  eventOf: ({ key_id, name, prefix, expires_at, days }) =>
    expiringKeyEvent({ id: key_id, name, prefix, expiresAt: isoTime(new Date(expires_at)), days }),
}

/** A page of the keys of each organization, after the last one that was examined. */
function pages(end: string): string {
  return `from unnest($1::uuid[], $2::timestamptz[], $3::uuid[], $4::int[]) as a (org_id, at, id, nth)
    cross join lateral (
      select l.id, l.name, l.prefix, l.expires_at, l.revoked_at from ledger.api_keys l
      where l.org_id = a.org_id and l.id > a.id order by l.id ${end}) as k`
}

function due(): string {
  return `${across('expiring keys')}
  with page as materialized (select a.org_id, k.* ${pages('limit $5')}),
  ${ROOM},
  found as (
    select c.org_id, c.id as channel_id, k.id as key_id, k.name, k.prefix, k.expires_at, due.days, due.key, c.free,
      row_number() over (partition by c.org_id, c.id order by k.expires_at, k.id) as nth
    from room c
    join page k on k.org_id = c.org_id
    cross join lateral (
      select s.days, concat_ws(' ', c.id, 'key.expiring', k.id, extract(epoch from k.expires_at), s.days) as key
      from (
        select min(d) as days from unnest(array[${DAYS}]) as d where k.expires_at <= now() + make_interval(days => d)) as s
    ) as due
    where c.free > 0 and due.days is not null and 'key.expiring' = any (c.events)
      and k.revoked_at is null and k.expires_at > now() and ${NOT_QUEUED})
  select f.org_id, f.channel_id, f.key_id, f.name, f.prefix, f.expires_at, f.days, f.key from found f
  where f.nth <= f.free order by f.expires_at`
}

type ExpiringRow = Due & {
  key_id: string
  name: string
  prefix: string
  expires_at: string
  days: number
}
