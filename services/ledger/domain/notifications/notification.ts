import { create, type JsonObject } from '@bufbuild/protobuf'
import {
  type Notification,
  NotificationSchema,
  type NotificationState,
  NotificationStateSchema,
} from '../../../../proto/gen/attestry/ledger/v1/notifications_pb.ts'
import { recordCodec } from '../../../kernel/fields/record-codec.ts'
import { enumText } from '../../../kernel/values/enum-text.ts'
import { timestamp } from '../../../kernel/values/time.ts'

export const NOTIFICATION_STATES = enumText<NotificationState>(NotificationStateSchema)

/** A notification to one channel, or to one administrator, with its state. */
export type NotificationRow = {
  org_id: string
  id: string
  channel_id: string | null
  user_id: string | null
  event: string
  subject_id: string | null
  title: string
  text: string
  data: JsonObject
  count: number
  /** Its state, as a word. */
  state: string
  attempts: number
  /** Milliseconds, like the other times. */
  created_at: number
  settled_at: number | null
  next_at: number
  problem: string
}

export function notificationMessage(row: NotificationRow): Notification {
  return create(NotificationSchema, {
    id: row.id,
    event: row.event,
    title: row.title,
    text: row.text,
    data: row.data,
    count: row.count,
    channelId: row.channel_id ?? '',
    userId: row.user_id ?? '',
    subjectId: row.subject_id ?? '',
    state: NOTIFICATION_STATES.value(row.state),
    attempts: row.attempts,
    createdAt: timestamp(new Date(row.created_at)),
    problem: row.problem,
    ...(row.settled_at === null ? {} : { settledAt: timestamp(new Date(row.settled_at)) }),
    ...(row.state === 'waiting' ? { nextAttemptAt: timestamp(new Date(row.next_at)) } : {}),
  })
}

/** The record of a finished notification. */
export function notificationRecord(row: NotificationRow): string {
  return notificationRecords.write(row.org_id, notificationMessage(row))
}

/** The records of finished notifications. */
export const notificationRecords = recordCodec(NotificationSchema)

/** Returns the seconds until the next attempt: few at first, at most an hour, with jitter so that attempts do not coincide. */
export function backoffSeconds(attempts: number, random = Math.random()): number {
  const base = STEPS[Math.min(Math.max(attempts, 1), STEPS.length) - 1]!
  return Math.round(base * (0.8 + 0.4 * random))
}

const STEPS = [10, 30, 60, 300, 900, 1800, 3600]

/** A notification that is older than this is given up. */
export const GIVE_UP_SECONDS = 24 * 3600
