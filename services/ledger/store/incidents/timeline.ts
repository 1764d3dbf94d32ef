import type { Database } from '../../../kernel/database/database.ts'
import { MAX_ID } from '../../../kernel/database/seek.ts'
import { firstPart, type Part, partOfSizes } from '../../../kernel/lists/part.ts'
import type { NotificationRow } from '../../domain/notifications/notification.ts'
import type { TimelineRow } from '../../domain/timeline.ts'
import { NOTIFICATION } from '../notifications/rows.ts'

/** The timelines of incidents, from the log. */
export type TimelineStore = {
  /** The first part of the records about an incident from up to `limit` audit entries with ids below `before`, newest first. Reports have no values. */
  page(
    organizationId: string,
    incidentId: string,
    limit: number,
    before: string | undefined,
  ): Promise<Part<TimelineRow>>
  /** Notifications about an incident that wait to be sent, newest first. */
  waiting(organizationId: string, incidentId: string): Promise<NotificationRow[]>
}

export function timelineStore(db: Pick<Database, 'query'>): TimelineStore {
  return {
    page: (...asked) => page(db, ...asked),
    waiting: (organizationId, incidentId) => {
      const values = [organizationId, incidentId, MAX_WAITING]
      return db.query({ name: 'waiting notifications', text: WAITING, values })
    },
  }
}

async function page(
  db: Pick<Database, 'query'>,
  organizationId: string,
  incidentId: string,
  limit: number,
  before: string = MAX_ID,
): Promise<Part<TimelineRow>> {
  const values = [organizationId, incidentId, before, limit]
  const found = await db.query<Row>({ name: 'timeline', text: TIMELINE, values })
  const rows = found.map(({ entry_id: entryId, ...row }) => ({ entryId, ...row }))
  return { ...partOfSizes(found, limit), rows }
}

const WAITING = `select ${NOTIFICATION} from ledger.notifications n
  where n.org_id = $1 and n.subject_id = $2 and n.state = 'waiting' order by n.id desc limit $3`
const MAX_WAITING = 100

const own = (table: string): string => `
  select entry_id, record from ledger.${table} where org_id = $1 and incident_id = $2 and entry_id < $3
  order by entry_id desc limit $4`

const RECORDS = ['version', 'delivery', 'comment', 'attachment', 'filing', 'report']
const SIZE = RECORDS.map((column) => `coalesce(octet_length(p.${column}), 0)`).join(' + ')

const TIMELINE = `
  with versions as (
    select entry_id, record from ledger.incidents where org_id = $1 and id = $2 and entry_id < $3
    order by version desc limit $4),
  deliveries as (
    select d.id as entry_id, d.record from ledger.incident_deliveries i
    join ledger.deliveries d on d.org_id = i.org_id and d.id = i.delivery_id
    where i.org_id = $1 and d.org_id = $1 and i.incident_id = $2 and i.delivery_id < $3
    order by i.delivery_id desc limit $4),
  comments as (${own('incident_comments')}),
  attachments as (${own('incident_attachments')}),
  filings as (${own('incident_filings')}),
  reports as (${own('incident_reports')}),
  notified as (
    select entry_id from ledger.notification_records where org_id = $1 and subject_id = $2 and entry_id < $3
    order by entry_id desc limit $4),
  ids as (
    select entry_id from versions union select entry_id from deliveries union select entry_id from comments
    union select entry_id from attachments union select entry_id from filings
    union select entry_id from reports union select entry_id from notified order by 1 desc limit $4)
  ${firstPart(
    `p.entry_id, p.version, p.delivery, p.comment, p.attachment, p.filing, (p.report::jsonb - 'values')::text as report,
    p.notifications, p.by, (${SIZE})::int as bytes`,
    `
  select ids.entry_id, v.record as version, d.record as delivery, c.record as comment, a.record as attachment,
    f.record as filing, r.record as report, (
      select array_agg(n.record order by n.id) from ledger.notification_records n
      where n.org_id = $1 and n.subject_id = $2 and n.entry_id = ids.entry_id) as notifications,
    coalesce(e.entry::jsonb #>> '{actor,name}', e.entry::jsonb #>> '{actor,id}', '') as by
  from ids
  left join versions v on v.entry_id = ids.entry_id
  left join deliveries d on d.entry_id = ids.entry_id
  left join comments c on c.entry_id = ids.entry_id
  left join attachments a on a.entry_id = ids.entry_id
  left join filings f on f.entry_id = ids.entry_id
  left join reports r on r.entry_id = ids.entry_id
  left join ledger.entries e on e.org_id = $1 and e.id = ids.entry_id`,
    'p.entry_id desc',
    SIZE,
  )}`

type Row = { entry_id: string; bytes: number } & Omit<TimelineRow, 'entryId'>
