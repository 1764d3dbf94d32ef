import type { Call } from '../../../kernel/audit/call.ts'
import { commitState } from '../../../kernel/database/commit-state.ts'
import type { Database } from '../../../kernel/database/database.ts'
import { holdPerson } from '../../../kernel/database/hold-person.ts'
import { MAX_ID } from '../../../kernel/database/seek.ts'
import { transact } from '../../../kernel/database/transact.ts'
import { DomainError, Reason } from '../../../kernel/errors/errors.ts'
import type { NotifiedEvent } from '../../domain/notifications/events.ts'
import type { NotificationRow } from '../../domain/notifications/notification.ts'
import { WAITING_EACH } from './queue-events.ts'
import { NOTIFICATION } from './rows.ts'

type Wanted = {
  limit: number
  before: string | undefined
  channelId: string | undefined
  subjectId: string | undefined
  state: string | undefined
}

/** Notifications as people see them. */
export type NotificationStore = {
  page(organizationId: string, wanted: Wanted): Promise<NotificationRow[]>
  get(organizationId: string, id: string): Promise<NotificationRow | undefined>
  /** Queues a test of a channel. @returns undefined when there is no such channel */
  queueTest(
    call: Call,
    id: string,
    channelId: string,
    eventOf: (channelName: string) => NotifiedEvent,
  ): Promise<NotificationRow | undefined>
}

export function notificationStore(db: Database): NotificationStore {
  return {
    page: (organizationId, { limit, before, channelId, subjectId, state }) => {
      const values: unknown[] = [organizationId, before ?? MAX_ID, limit]
      const also = (column: string, value: unknown): string => {
        if (value === undefined) return ''
        values.push(value)
        return ` and n.${column} = $${values.length}`
      }
      const more = also('channel_id', channelId) + also('subject_id', subjectId) + also('state', state)
      const text = `select ${NOTIFICATION} from ledger.notifications n
        where n.org_id = $1 and n.id < $2${more} order by n.id desc limit $3`
      return db.query<NotificationRow>({ text, values })
    },
    get: async (organizationId, id) => {
      const text = `select ${NOTIFICATION} from ledger.notifications n where n.org_id = $1 and n.id = $2`
      return (await db.query<NotificationRow>({ text, values: [organizationId, id] }))[0]
    },
    queueTest: (call, id, channelId, eventOf) =>
      transact(db, async (em, append) => {
        await holdPerson(em, call)
        const { organizationId } = call.caller
        const [channel] = await em.execute<{ name: string; waiting: string }[]>(CHANNEL, [
          organizationId,
          channelId,
        ])
        if (channel === undefined) return undefined
        if (Number(channel.waiting) >= WAITING_EACH)
          throw new DomainError(Reason.CONFLICT, 'too many notifications wait for this channel already')
        const { kind, title, text, data, key } = eventOf(channel.name)
        const values = [
          organizationId,
          id,
          channelId,
          key,
          kind,
          channelId,
          title,
          text,
          JSON.stringify(data),
        ]
        const [row] = await em.execute<NotificationRow[]>(TEST, values)
        await commitState(append, call, [])
        return row
      }),
  }
}

const CHANNEL = `select c.name, (
    select count(*) from ledger.notifications n
    where n.org_id = c.org_id and n.channel_id = c.id and n.state = 'waiting') as waiting
  from ledger.notification_channels c where c.org_id = ? and c.id = ? and c.deleted_at is null`

const TEST = `insert into ledger.notifications as n
    (org_id, id, channel_id, key, event, subject_id, title, text, data)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?::json) returning ${NOTIFICATION}`
