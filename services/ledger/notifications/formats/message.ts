import type { NotificationRow } from '../../domain/notifications/notification.ts'

/** The content of a notification, the same for every kind of channel. */
export type NotificationMessage = {
  id: string
  event: string
  organizationId: string
  organization: string
  title: string
  text: string
  data: object
  count: number
  createdAt: Date
  /** The page of the console about it. */
  link: string | undefined
}

export function notificationMessageOf(
  row: NotificationRow,
  { organization, baseUrl }: { organization: string; baseUrl: string },
): NotificationMessage {
  const page = PAGES[row.event]
  const link = baseUrl === '' || page === undefined ? undefined : `${baseUrl}/console/${page(row.subject_id)}`
  return {
    id: row.id,
    event: row.event,
    organizationId: row.org_id,
    organization,
    title: row.count > 1 ? `${row.count} × ${row.title}` : row.title,
    text: row.text,
    data: row.data,
    count: row.count,
    createdAt: new Date(row.created_at),
    link,
  }
}

/** Where the console shows the subject of each kind of event. */
const PAGES: { [event: string]: (subject: string | null) => string } = {
  'incident.opened': of('incidents'),
  'incident.severity_unknown': of('incidents'),
  'obligation.due_soon': of('incidents'),
  'obligation.overdue': of('incidents'),
  'gate.blocked': of('systems'),
  'certification.superseded': of('systems'),
  'trigger.opened': of('triggers'),
  'deliveries.rejected': of('webhooks'),
  'key.expiring': () => '#/keys',
}

function of(resource: string): (subject: string | null) => string {
  return (subject) => (subject === null ? `#/${resource}` : `#/${resource}/${subject}`)
}
