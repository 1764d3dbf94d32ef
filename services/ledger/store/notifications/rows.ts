import type { StateRecord } from '../../../kernel/database/commit-state.ts'
import { type NotificationRow, notificationRecord } from '../../domain/notifications/notification.ts'

/** The columns of a notification, of `ledger.notifications n`. */
export const NOTIFICATION = `n.org_id, n.id, n.channel_id, n.user_id, n.event, n.subject_id, n.title, n.text, n.data,
  n.count, n.state, n.attempts, ${ms('created_at')}, ${ms('settled_at')}, ${ms('next_at')}, n.problem`

/** A time by the database's clock, in milliseconds. */
function ms(column: string): string {
  return `floor(extract(epoch from n.${column}) * 1000)::float8 as ${column}`
}

/** The record of a finished notification: it has one version. */
export function notificationState(row: NotificationRow): StateRecord {
  return {
    type: 'notifications',
    table: 'ledger.notification_records',
    id: row.id,
    version: 1,
    text: notificationRecord(row),
  }
}
