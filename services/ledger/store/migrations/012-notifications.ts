import { recordTable } from '../../../kernel/database/record-table.ts'

/** Notifications: channels, the place in each log up to which events were found, the outbox (docs/notifications.md). */
export const ledger012 = {
  name: '012-notifications',
  statements: [
    // The current state; every change also appends a record. The address and the signing secret are stored only sealed, under a
    // data key that is stored only wrapped; a deleted channel has neither.
    `create table ledger.notification_channels (
      org_id uuid not null, id uuid not null, name text not null, kind text not null, events text[] not null,
      recipients text[] not null, origin text not null, remind_hours integer[] not null,
      wrapped_key bytea, sealed_secret bytea, version integer not null, created_at timestamptz not null,
      deleted_at timestamptz, primary key (org_id, id))`,
    ...recordTable('ledger.notification_channel_records'),

    // Where the next search in an organization's log begins. The row exists while the organization has a channel: the log of an
    // organization without channels is not read.
    `create table ledger.notification_cursors (
      org_id uuid primary key, next_index bigint not null) with (fillfactor = 50)`,
    // The state that is kept between entries: the newest decision of a system, open triggers and the like.
    `create table ledger.notification_marks (
      org_id uuid not null, kind text collate "C" not null, subject text collate "C" not null, value text not null,
      primary key (org_id, kind, subject))`,

    // The outbox. `key` identifies an event and a receiver for ever. `lease`: the lease of the process that delivers it now.
    `create table ledger.notifications (
      org_id uuid not null, id uuid not null, channel_id uuid, user_id uuid, key text collate "C" not null,
      event text not null, subject_id uuid, title text not null, text text not null, data json not null,
      is_digest boolean not null default false, count integer not null default 1,
      state text not null default 'waiting' check (state in ('waiting', 'sent', 'gave_up', 'cancelled')),
      attempts integer not null default 0, created_at timestamptz not null default now(),
      next_at timestamptz not null default now(), lease uuid, lease_until timestamptz, settled_at timestamptz,
      problem text not null default '',
      primary key (org_id, id), unique (org_id, key)) with (fillfactor = 70)`,
    "create index on ledger.notifications (next_at) where state = 'waiting'",
    "create index on ledger.notifications (org_id, channel_id) where state = 'waiting'",
    'create index on ledger.notifications (org_id, channel_id, id)',
    'create index on ledger.notifications (org_id, subject_id, id)',
    ...recordTable('ledger.notification_records'),
    ...recordTable('ledger.api_deprecations'),

    'grant select, insert, update on ledger.notification_channels, ledger.notifications to attestry_ledger',
    'grant select, insert, update, delete on ledger.notification_cursors, ledger.notification_marks to attestry_ledger',

    // Published: more types (docs/published-views.md).
    `do $$ begin
      execute 'create or replace view ledger.records_v1 as '
        || rtrim(pg_get_viewdef('ledger.records_v1'::regclass), '; ')
        || ' union all select org_id, entry_id, ''notification-channels''::text, position, id, record
             from ledger.notification_channel_records'
        || ' union all select org_id, entry_id, ''notifications''::text, position, id, record
             from ledger.notification_records'
        || ' union all select org_id, entry_id, ''api-deprecations''::text, position, id, record
             from ledger.api_deprecations';
    end $$`,
  ],
}
