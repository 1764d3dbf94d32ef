import { recordTable } from '../../../kernel/database/record-table.ts'

/** Drafts of reports of incidents to authorities, in versions. Notifications belong to the incidents that they are about. */
export const ledger015 = {
  name: '015-incident-reports',
  statements: [
    ...recordTable('ledger.incident_reports', {
      columns: [
        "incident_id uuid not null generated always as ((record::jsonb ->> 'incident_id')::uuid) stored",
      ],
    }),
    'create index on ledger.incident_reports (org_id, incident_id, id, version)',

    `alter table ledger.notification_records add column subject_id uuid
       generated always as ((record::jsonb ->> 'subject_id')::uuid) stored`,
    'create index on ledger.notification_records (org_id, subject_id, entry_id)',

    // Published: one more type (docs/published-views.md).
    `do $$ begin
      execute 'create or replace view ledger.records_v1 as '
        || rtrim(pg_get_viewdef('ledger.records_v1'::regclass), '; ')
        || ' union all select org_id, entry_id, ''incident-reports''::text, position, id, record
             from ledger.incident_reports';
      execute 'create or replace view ledger.incident_entries_v1 as '
        || rtrim(pg_get_viewdef('ledger.incident_entries_v1'::regclass), '; ')
        || ' union all select org_id, incident_id, entry_id from ledger.incident_reports'
        -- Where a channel is deleted, notifications about several incidents are settled with one entry: it is of none of them.
        || ' union all select n.org_id, n.subject_id, n.entry_id from ledger.notification_records n
             where n.subject_id is not null
               and not exists (select from ledger.notification_records o where o.org_id = n.org_id
                 and o.entry_id = n.entry_id and o.subject_id is distinct from n.subject_id)
               and not exists (select from ledger.notification_channel_records c where c.org_id = n.org_id
                 and c.entry_id = n.entry_id)';
    end $$`,
  ],
}
