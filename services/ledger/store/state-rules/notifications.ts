import {
  field,
  fieldOr,
  hashed,
  newestVersions,
  records,
  type TableRule,
} from '../../../kernel/state/rules.ts'

/** Channels, and the notifications sent over them. */
export const NOTIFICATION_TABLES: readonly TableRule[] = [
  records('ledger.notification_channel_records', 'notification-channels'),
  records('ledger.notification_records', 'notifications', { subject_id: field('subject_id') }),
  records('ledger.api_deprecations', 'api-deprecations'),
  newestVersions('ledger.notification_channels', 'ledger.notification_channel_records', {
    name: field('name'),
    kind: field('kind'),
    events: field('events'),
    recipients: field('recipients'),
    origin: fieldOr('origin', ''),
    remind_hours: field('remind_hours'),
    wrapped_key: hashed('wrapped_key_sha256'),
    sealed_secret: hashed('sealed_secret_sha256'),
    created_at: field('created_at'),
    deleted_at: field('deleted_at'),
  }),
  {
    kind: 'excepted',
    table: 'ledger.notifications',
    why: 'the outbox: what waits to be sent; the outcome of each is a record, and nothing is decided by it',
  },
  {
    kind: 'excepted',
    table: 'ledger.notification_cursors',
    why: 'how far a log was read for events; nothing is decided by it',
  },
  {
    kind: 'excepted',
    table: 'ledger.notification_marks',
    why: 'what the notifier keeps between two entries; nothing is decided by it',
  },
  { kind: 'excepted', table: 'ledger.mail_budgets', why: 'how many e-mails may still be sent in this hour' },
  {
    kind: 'excepted',
    table: 'ledger.attachment_budgets',
    why: 'how many bytes may still be attached in this day',
  },
]
