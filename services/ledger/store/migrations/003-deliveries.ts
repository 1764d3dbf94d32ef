import { appendOnly } from '../../../kernel/database/record-table.ts'

/** Accepted webhook deliveries, and the keys by which a repeated event is recognised. */
export const ledger003 = {
  name: '003-deliveries',
  statements: [
    // The id is the request id, which is also that of the audit entry: the primary key serves lookups by either. `body`: the raw
    // bytes, null for a replay with the bytes of the first delivery.
    `create table ledger.deliveries (
      org_id uuid not null, id uuid not null, endpoint_id uuid not null, incident_id uuid not null,
      record text not null, body bytea,
      primary key (org_id, id))`,
    'create index on ledger.deliveries (org_id, endpoint_id, id)',
    ...appendOnly('ledger.deliveries'),

    // One row for each event of an endpoint: the incident that it opened, the body that it came with, and since when it is known.
    `create table ledger.events_seen (
      org_id uuid not null, endpoint_id uuid not null, key bytea not null check (length(key) = 32),
      incident_id uuid not null, body_sha256 bytea not null, first_at timestamptz not null, seconds integer not null,
      primary key (org_id, endpoint_id, key)) with (fillfactor = 80)`,
    'create index on ledger.events_seen using brin (first_at) with (pages_per_range = 32)',
    'grant select, insert, update, delete on ledger.events_seen to attestry_ledger',

    // Published: one more type (docs/published-views.md).
    `do $$ begin
      execute 'create or replace view ledger.records_v1 as '
        || rtrim(pg_get_viewdef('ledger.records_v1'::regclass), '; ')
        || ' union all select org_id, id, ''webhook-deliveries''::text, 0, id, record from ledger.deliveries';
    end $$`,
  ],
}
