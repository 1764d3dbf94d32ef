import { appendOnly, recordTable } from '../../../kernel/database/record-table.ts'

/** Webhook endpoints: current state, records of every version, mappings, and calls that opened no incident. */
export const ingestion002 = {
  name: '002-webhooks',
  statements: [
    // The current state; every change also appends a record. `token` is public and unique in the installation. The
    // secret is there only sealed (domain/webhook/seal.ts), under a data key that is there only wrapped.
    `create table ingestion.webhook_endpoints (
      org_id uuid not null, id uuid not null, token text collate "C" not null unique, name text not null,
      format text not null, mapping text, mapping_version integer not null, window_seconds integer not null,
      idempotency_hours integer not null, rate_limit integer not null,
      wrapped_key bytea not null, sealed_secret bytea not null, secret_created_at timestamptz not null,
      revoked_at timestamptz, version integer not null, created_at timestamptz not null,
      changed_at timestamptz not null default now(),
      primary key (org_id, id))`,
    'create index on ingestion.webhook_endpoints (changed_at)',
    'grant select, insert, update on ingestion.webhook_endpoints to attestry_ingestion',
    ...recordTable('ingestion.webhook_endpoint_records'),
    `create table ingestion.webhook_mappings (
      org_id uuid not null, endpoint_id uuid not null, version integer not null, mapping text not null,
      primary key (org_id, endpoint_id, version))`,
    ...appendOnly('ingestion.webhook_mappings'),

    // A window on what was rejected, pruned; the audit log has it all. The id is the request id.
    `create table ingestion.rejected_deliveries (
      org_id uuid not null, endpoint_id uuid not null, signed boolean not null, id uuid not null,
      received_at timestamptz not null, status integer not null, code text not null, reason text not null,
      excerpt text not null, primary key (org_id, endpoint_id, signed, id))`,
    'grant select, insert, delete on ingestion.rejected_deliveries to attestry_ingestion',

    // Published: one more type (docs/published-views.md).
    `do $$ begin
      execute 'create or replace view ingestion.records_v1 as '
        || rtrim(pg_get_viewdef('ingestion.records_v1'::regclass), '; ')
        || ' union all select org_id, entry_id, ''webhook-endpoints''::text, position, id, record
             from ingestion.webhook_endpoint_records';
    end $$`,
  ],
}
