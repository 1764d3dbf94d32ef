import type { EVENTS } from '../../domain/notifications/events.ts'
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
  /** The address of the console's page about the event. */
  link: string | undefined
  /** Where people find that page. Set where the address of the console is not known, so that there is no link. */
  place: string | undefined
}

export function notificationMessageOf(
  row: NotificationRow,
  { organization, baseUrl }: { organization: string; baseUrl: string },
): NotificationMessage {
  const page = PAGES[row.event]
  const path = page && `/console/#${pathOf(page, row)}`
  const isLinked = baseUrl !== ''
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
    link: path && isLinked ? `${baseUrl}${path}` : undefined,
    place: path && !isLinked ? `In the console: ${page.title}, at ${path}` : undefined,
  }
}

/** A page of the console: its title in the menu, its path, and how it shows a single thing. */
type Page = { title: string; path: string; shows: 'page' | 'of system' | 'nothing' }

const INCIDENTS: Page = { title: 'Incidents', path: '/incidents', shows: 'page' }
const SYSTEMS: Page = { title: 'AI systems', path: '/systems', shows: 'page' }

/** Where the console shows the subject of each kind of event. */
const PAGES: Record<string, Page | undefined> = {
  'incident.opened': INCIDENTS,
  'incident.severity_unknown': INCIDENTS,
  'obligation.due_soon': INCIDENTS,
  'obligation.overdue': INCIDENTS,
  'gate.blocked': SYSTEMS,
  'certification.superseded': SYSTEMS,
  'trigger.opened': { title: 'Triggers', path: '/triggers', shows: 'of system' },
  'deliveries.rejected': { title: 'Webhooks', path: '/webhooks', shows: 'page' },
  'key.expiring': { title: 'API keys', path: '/keys', shows: 'nothing' },
} satisfies Record<(typeof EVENTS)[number], Page>

/** The path of the page. A notification that counts many events has no subject: it leads to the list. */
function pathOf({ path, shows }: Page, { subject_id, data }: NotificationRow): string {
  if (subject_id === null || shows === 'nothing') return path
  return shows === 'page' ? `${path}/${subject_id}` : `${path}?system=${data.ai_system_id}`
}
