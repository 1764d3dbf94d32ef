import { recordTable } from '../../../kernel/database/record-table.ts'

/** The records of sessions: when and for whom each was opened, and when it was ended before its time. */
export const ledger014 = {
  name: '014-session-records',
  statements: [
    ...recordTable('ledger.session_records'),

    // Published: one more type (docs/published-views.md).
    `do $$ begin
      execute 'create or replace view ledger.records_v1 as '
        || rtrim(pg_get_viewdef('ledger.records_v1'::regclass), '; ')
        || ' union all select org_id, entry_id, ''sessions''::text, position, id, record from ledger.session_records';
    end $$`,
  ],
}
