import type { Clock } from '../../../kernel/clock.ts'
import type { Database } from '../../../kernel/database/database.ts'
import { across } from '../../../kernel/database/tenant-guard/relations.ts'
import { incidentRecords } from '../../domain/incidents/incident.ts'
import { reminderEvent } from '../../domain/notifications/from-obligations.ts'
import type { Obligation } from '../../domain/obligations/types.ts'
import { type Due, QUEUEABLE_VALUES, queueable, queueDue } from './queue-due.ts'

/**
 * Queues the reminders that are due, by one query over the obligations by time: those that fall due within the hours that a
 * channel asks for, and those that are overdue. Each is queued once for a channel, whichever process runs the query. What was
 * missed while no process ran is reported in its state at that time. A channel for which too much waits is reminded later.
 *
 * @returns how many were queued
 */
export async function queueReminders(deps: { db: Database; clock: Clock }): Promise<number> {
  const rows = await deps.db.query<ReminderRow>({
    name: 'due reminders',
    text: DUE,
    values: QUEUEABLE_VALUES,
  })
  return queueDue(deps, rows, ({ incident_id, obligation, stage, record }) => {
    const { title } = incidentRecords.read(record)
    const due: Obligation = JSON.parse(obligation)
    return reminderEvent({ incidentId: incident_id, title, hours: stage, obligation: due })
  })
}

/**
 * The key names channel, obligation, limit and stage: where the limit moves, there is a further reminder. An obligation that has
 * been overdue for a month when it is first found has no notification; lists show it.
 */
const DUE = `${across('due reminders')}
  select c.org_id, c.id as channel_id, o.incident_id, o.obligation, due.stage, due.key, i.record
  from ledger.notification_channels c
  join ledger.obligations o on o.org_id = c.org_id and o.phase = 'dated'
  cross join lateral (
    select s.stage, concat_ws(' ', c.id, 'obligation', o.incident_id, o.obligation::json ->> 'regime',
      o.obligation::json ->> 'step', o.obligation::json ->> 'recipient', o.sort_at, s.stage) as key
    from (
      select case when o.sort_at <= now() then 0 else (
        select min(h) from unnest(c.remind_hours) as h where o.sort_at <= now() + make_interval(hours => h)) end as stage) as s
  ) as due
  cross join lateral (
    select r.record from ledger.incidents r where r.org_id = o.org_id and r.id = o.incident_id
    order by r.version desc limit 1) as i
  where c.deleted_at is null
    and o.sort_at > now() - interval '31 days' and o.sort_at <= now() + interval '720 hours'
    and (case due.stage when 0 then 'obligation.overdue' else 'obligation.due_soon' end) = any (c.events)
    and due.stage is not null
    ${queueable('o.sort_at')}`

type ReminderRow = Due & {
  incident_id: string
  obligation: string
  stage: number
  record: string
}
