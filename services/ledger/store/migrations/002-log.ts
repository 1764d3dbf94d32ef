import { appendOnly, recordTable } from '../../../kernel/database/record-table.ts'

/** The record tables of the ledger and the type that each holds. */
const RECORDS = {
  organization_records: 'organizations',
  user_records: 'users',
  api_key_records: 'api-keys',
  service_client_records: 'service-clients',
  signing_key_records: 'signing-keys',
  incidents: 'incidents',
  assets: 'assets',
  suppliers: 'suppliers',
}

/** The Merkle log over the entries, its checkpoints, the signing keys, and what is published of them. */
export const ledger002 = {
  name: '002-log',
  statements: [
    // One leaf for each entry; `at` is the time of the entry, for ranges of time.
    `create table ledger.leaves (
      org_id uuid not null, index bigint not null check (index >= 0), entry_id uuid not null, at timestamptz not null,
      hash bytea not null check (length(hash) = 32),
      primary key (org_id, index), unique (org_id, entry_id))`,
    'create index leaves_at on ledger.leaves using brin (at) with (pages_per_range = 32)',
    ...appendOnly('ledger.leaves'),
    // Complete inner nodes on every eighth level (8, 16, …): any other is at most 255 hashes away (domain/tiles.ts).
    `create table ledger.nodes (
      org_id uuid not null, level smallint not null check (level > 0 and level % 8 = 0), index bigint not null,
      hash bytea not null check (length(hash) = 32),
      primary key (org_id, level, index))`,
    ...appendOnly('ledger.nodes'),
    // The end of each tree, to which the next leaf is appended. A projection of the leaves.
    `create table ledger.trees (
      org_id uuid primary key, size bigint not null, frontier bytea not null,
      grown_at timestamptz not null default now()) with (fillfactor = 50)`,
    'grant select, insert, update on ledger.trees to attestry_ledger',
    // Rows come and go at the rate of the log: dead rows must not pile up before the live ones.
    `alter table ledger.queue set (
      autovacuum_vacuum_threshold = 10000, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_cost_delay = 0)`,

    `create table ledger.checkpoints (
      org_id uuid not null, size bigint not null, kid text not null, root bytea not null, signed_at timestamptz not null,
      note text not null, primary key (org_id, size, kid))`,
    ...appendOnly('ledger.checkpoints'),

    // Signing keys of the installation: current state; every change also appends a record. `number` counts the rotations. The
    // three columns after it describe the rotation to this key, and are null for the first key.
    `create table ledger.signing_keys (
      id uuid primary key, kid text not null unique, key_arn text not null, public_key bytea not null,
      number integer not null unique, statement text, old_signature bytea, new_signature bytea,
      status text not null check (status in ('active', 'retired', 'revoked')),
      valid_from timestamptz not null, valid_until timestamptz, revocation_reason text,
      version integer not null)`,
    `create unique index signing_keys_active on ledger.signing_keys (status) where status = 'active'`,
    'grant select, insert, update on ledger.signing_keys to attestry_ledger',
    ...recordTable('ledger.signing_key_records'),

    // Published (docs/published-views.md).
    `create view ledger.entries_v1 as
      select l.org_id, l.index as leaf_index, l.entry_id, l.at, e.entry, l.hash as leaf_hash
      from ledger.leaves l join ledger.entries e on e.org_id = l.org_id and e.id = l.entry_id`,
    `create view ledger.records_v1 as ${Object.entries(RECORDS)
      .map(
        ([table, type]) =>
          `select org_id, entry_id, '${type}'::text as type, position, id, record from ledger.${table}`,
      )
      .join(' union all ')}`,
    'grant select on ledger.entries_v1, ledger.records_v1 to attestry_evidence',
    'grant select on ledger.entries_v1, ledger.records_v1 to attestry_ledger',
  ],
}
