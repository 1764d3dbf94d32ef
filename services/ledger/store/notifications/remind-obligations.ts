import { across } from '../../../kernel/database/tenant-guard/relations.ts'
import { reminderEvent } from '../../domain/notifications/from-obligations.ts'
import type { Obligation } from '../../domain/obligations/types.ts'
import { type Due, NOT_QUEUED, ROOM } from './queue-due.ts'
import type { ReminderSource } from './reminder-pass.ts'

/**
 * Reminders of obligations by time: an obligation is due within the hours that a channel asks for, or it is overdue. Each is
 * queued once for a channel, whichever process finds it. A reminder that was missed while no process ran is sent with the state at
 * the time when it is found. A channel with too many waiting notifications gets its reminders later.
 */
export const OBLIGATION_REMINDERS: ReminderSource<ReminderRow> = {
  name: 'due reminders',
  organizations: `${across('due reminders')}
    select distinct org_id from ledger.notification_channels
    where deleted_at is null and events && array['obligation.due_soon', 'obligation.overdue'] and org_id > $1
    order by org_id limit $2`,
  ends: `${across('due reminders')}
    select a.org_id, o.sort_at::text as at, o.incident_id as id, o.place as nth
    ${pages('offset $5 - 1 limit 1')}`,
  due: due(),
  eventOf: ({ incident_id, title, obligation, stage }) => {
    const due: Obligation = JSON.parse(obligation)
    return reminderEvent({ incidentId: incident_id, title, hours: stage, obligation: due })
  },
}

/** A page of what may be due of each organization, after the last obligation that was examined. */
function pages(end: string): string {
  return `from unnest($1::uuid[], $2::timestamptz[], $3::uuid[], $4::int[]) as a (org_id, at, id, nth)
    cross join lateral (
      select l.sort_at, l.incident_id, l.place, l.obligation from ledger.obligations l
      where l.org_id = a.org_id and l.phase = 'dated' and l.sort_at <= now() + interval '720 hours'
        and (l.sort_at, l.incident_id, l.place) > (greatest(a.at, now() - interval '31 days'), a.id, a.nth)
      order by l.sort_at, l.incident_id, l.place ${end}) as o`
}

/**
 * The key names channel, obligation, limit and stage: if the limit moves, there is a new reminder. An obligation that is first
 * found when it has been overdue for a month gets no notification; lists show it.
 */
function due(): string {
  return `${across('due reminders')}
  with page as materialized (select a.org_id, o.* ${pages('limit $5')}),
  ${ROOM},
  found as (
    select c.org_id, c.id as channel_id, o.incident_id, o.obligation, o.sort_at, due.stage, due.key, c.free,
      row_number() over (partition by c.org_id, c.id order by o.sort_at, o.incident_id, o.place) as nth
    from room c
    join page o on o.org_id = c.org_id
    cross join lateral (
      select s.stage, concat_ws(' ', c.id, 'obligation', o.incident_id, o.obligation::json ->> 'regime',
        o.obligation::json ->> 'step', o.obligation::json ->> 'recipient', o.sort_at, s.stage) as key
      from (
        select case when o.sort_at <= now() then 0 else (
          select min(h) from unnest(c.remind_hours) as h where o.sort_at <= now() + make_interval(hours => h)) end as stage) as s
    ) as due
    where c.free > 0 and due.stage is not null
      and (case due.stage when 0 then 'obligation.overdue' else 'obligation.due_soon' end) = any (c.events)
      and ${NOT_QUEUED})
  select f.org_id, f.channel_id, f.incident_id, f.obligation, f.stage, f.key, i.title from found f
  cross join lateral (
    select r.record::json ->> 'title' as title from ledger.incidents r
    where r.org_id = f.org_id and r.id = f.incident_id order by r.version desc limit 1) as i
  where f.nth <= f.free order by f.sort_at`
}

type ReminderRow = Due & { incident_id: string; obligation: string; stage: number; title: string }
