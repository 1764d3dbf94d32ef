import { recordTable } from '../../../kernel/database/record-table.ts'

/** Record tables of an incident's work, and the type that each holds. */
const RECORDS = {
  incident_filings: 'incident-filings',
  obligation_records: 'obligations',
  reporting_settings: 'reporting-settings',
}

const OF_INCIDENT = [
  "incident_id uuid not null generated always as ((record::jsonb ->> 'incident_id')::uuid) stored",
]

/**
 * The work of people on incidents: filings, the obligations as they stood after each change, the settings that limits depend on,
 * and the obligations of all incidents by time.
 */
export const ledger011 = {
  name: '011-incident-work',
  statements: [
    ...recordTable('ledger.incident_filings', { columns: OF_INCIDENT }),
    'create index on ledger.incident_filings (org_id, incident_id, id)',
    ...recordTable('ledger.obligation_records'),
    ...recordTable('ledger.reporting_settings'),

    // The obligations of every incident as of its newest change: a projection of the records. `phase` and `sort_at` do not change
    // as time passes; whether an obligation is due or overdue is decided when it is read.
    `create table ledger.obligations (
      org_id uuid not null, incident_id uuid not null, place smallint not null,
      phase text collate "C" not null check (phase in ('dated', 'undated', 'waiting', 'filed', 'filed_late', 'not_required')),
      sort_at timestamptz not null, settings_version integer not null, obligation text not null,
      primary key (org_id, incident_id, place))`,
    'create index on ledger.obligations (org_id, phase, sort_at, incident_id, place)',
    'create index on ledger.obligations (org_id, settings_version, incident_id)',
    'grant select, insert, update, delete on ledger.obligations to attestry_ledger',
    // The leaf up to which new incidents are in that projection. Every change of the projection locks this row.
    `create table ledger.obligation_progress (
      org_id uuid primary key, next_leaf bigint not null default 0)`,
    'grant select, insert, update on ledger.obligation_progress to attestry_ledger',

    // Published: more types (docs/published-views.md).
    `do $$ begin
      execute 'create or replace view ledger.records_v1 as '
        || rtrim(pg_get_viewdef('ledger.records_v1'::regclass), '; ')
        || '${Object.entries(RECORDS)
          .map(
            ([table, type]) =>
              ` union all select org_id, entry_id, ''${type}''::text, position, id, record from ledger.${table}`,
          )
          .join('')}';
    end $$`,
    // The entries that wrote something about an incident, besides its versions and deliveries.
    `create view ledger.incident_entries_v1 as
      select org_id, incident_id, entry_id from ledger.incident_filings
      union all select org_id, id, entry_id from ledger.obligation_records`,
    'grant select on ledger.incident_entries_v1 to attestry_evidence',
  ],
}
