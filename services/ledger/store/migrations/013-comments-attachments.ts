import { recordTable } from '../../../kernel/database/record-table.ts'

/** Record tables, and the type that each holds. */
const RECORDS = {
  incident_comments: 'incident-comments',
  incident_attachments: 'incident-attachments',
  attachment_contents: 'attachment-contents',
}

const OF_INCIDENT = [
  "incident_id uuid not null generated always as ((record::jsonb ->> 'incident_id')::uuid) stored",
]

/** Comments and attachments of incidents, and the incidents of unknown severity. */
export const ledger013 = {
  name: '013-comments-attachments',
  statements: [
    ...recordTable('ledger.incident_comments', { columns: OF_INCIDENT }),
    ...recordTable('ledger.incident_attachments', { columns: OF_INCIDENT }),
    'create index on ledger.incident_comments (org_id, incident_id, entry_id)',
    'create index on ledger.incident_attachments (org_id, incident_id, id)',
    // The bytes, separate from what is listed: a row has up to 14 MiB.
    ...recordTable('ledger.attachment_contents'),

    // The incidents of unknown severity that nobody has changed: a projection beside ledger.obligations.
    'create table ledger.triage (org_id uuid not null, incident_id uuid not null, primary key (org_id, incident_id))',
    'grant select, insert, delete on ledger.triage to attestry_ledger',
    // The projection is built again, with the existing incidents.
    'update ledger.obligation_progress set next_leaf = 0',

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
    `create or replace view ledger.incident_entries_v1 as
      select org_id, incident_id, entry_id from ledger.incident_filings
      union all select org_id, id, entry_id from ledger.obligation_records
      union all select org_id, incident_id, entry_id from ledger.incident_comments
      union all select org_id, incident_id, entry_id from ledger.incident_attachments`,
  ],
}
