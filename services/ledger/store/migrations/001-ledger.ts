import { appendOnly, recordTable } from '../../../kernel/database/record-table.ts'

/** The ledger's schema: directory and access, quotas, the audit log's entries and queue, the registers. */
export const ledger001 = {
  name: '001-ledger',
  statements: [
    // Access. These rows are the current state; every change also appends a record below.
    `create table ledger.organizations (
      id uuid primary key, name text not null, addons text[] not null,
      version integer not null, created_at timestamptz not null)`,
    `create table ledger.users (
      org_id uuid not null, id uuid not null, email text not null, email_key text not null unique,
      role text not null, attestation_roles text[] not null, password text not null, status text not null,
      version integer not null, created_at timestamptz not null,
      primary key (org_id, id))`,
    `create table ledger.sessions (
      token_hash bytea primary key, id uuid not null, org_id uuid not null, user_id uuid not null,
      created_at timestamptz not null default now(), expires_at timestamptz not null,
      last_seen_at timestamptz not null default now())`,
    'create index on ledger.sessions (org_id, user_id)',
    `create table ledger.api_keys (
      org_id uuid not null, id uuid not null, hash bytea not null unique, name text not null, prefix text not null,
      permissions text[] not null, rate_limit integer not null, revoked_at timestamptz, last_used_at timestamptz,
      version integer not null, created_at timestamptz not null,
      primary key (org_id, id)) with (fillfactor = 70)`,
    `create table ledger.service_clients (
      id uuid primary key, token_hash bytea not null unique, name text not null, services text[] not null,
      organization_ids uuid[] not null, trusted boolean not null, revoked_at timestamptz,
      version integer not null, created_at timestamptz not null)`,
    ...['organizations', 'users', 'api_keys', 'service_clients'].map(
      (table) => `grant select, insert, update on ledger.${table} to attestry_ledger`,
    ),
    'grant select, insert, update, delete on ledger.sessions to attestry_ledger',
    ...recordTable('ledger.organization_records'),
    ...recordTable('ledger.user_records'),
    ...recordTable('ledger.api_key_records'),
    ...recordTable('ledger.service_client_records'),

    // Quotas: fixed windows of 60 s. Unlogged: after a crash of the database a window starts anew.
    `create unlogged table ledger.quotas (
      subject text primary key, bucket bigint not null, used integer not null) with (fillfactor = 50)`,
    'grant select, insert, update, delete on ledger.quotas to attestry_ledger',

    // The audit log.
    `create table ledger.entries (
      org_id uuid not null, id uuid not null, entry text not null, primary key (org_id, id))`,
    ...appendOnly('ledger.entries'),
    `create table ledger.queue (
      seq bigint generated always as identity primary key, org_id uuid not null, entry_id uuid not null)`,
    'grant select, insert, delete on ledger.queue to attestry_ledger',
    `create function ledger.append(orgs uuid[], ids uuid[], texts text[]) returns void
      language sql security definer set search_path = '' as $$
        insert into ledger.entries (org_id, id, entry) select * from unnest(orgs, ids, texts);
        insert into ledger.queue (org_id, entry_id) select * from unnest(orgs, ids) $$`,
    `create function ledger.record(orgs uuid[], ids uuid[], texts text[]) returns void
      language sql security definer set search_path = '' as $$
        with fresh as (
          insert into ledger.entries (org_id, id, entry) select * from unnest(orgs, ids, texts)
          on conflict do nothing returning org_id, id)
        insert into ledger.queue (org_id, entry_id) select org_id, id from fresh $$`,
    ...['append', 'record'].flatMap((name) => [
      `revoke execute on function ledger.${name}(uuid[], uuid[], text[]) from public`,
      `grant execute on function ledger.${name}(uuid[], uuid[], text[])
        to attestry_ledger, attestry_gate, attestry_ingestion, attestry_evidence`,
    ]),

    // Registers.
    ...recordTable('ledger.incidents'),
    ...recordTable('ledger.assets'),
    ...recordTable('ledger.suppliers'),
  ],
}
