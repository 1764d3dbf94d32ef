import { recordTable } from '../../../kernel/database/record-table.ts'

/** Evidence's schema: the packages that were made. */
export const evidence001 = {
  name: '001-evidence',
  statements: [
    // Version 1 before the first byte is sent, version 2 when the export has ended.
    ...recordTable('evidence.exports', {
      columns: [
        "tree_size bigint not null generated always as ((record::jsonb ->> 'tree_size')::bigint) stored",
      ],
    }),
    'create index on evidence.exports (org_id, tree_size)',

    // Published (docs/published-views.md).
    `create view evidence.records_v1 as
      select org_id, entry_id, 'exports'::text as type, position, id, record from evidence.exports`,
    'grant select on evidence.records_v1 to attestry_evidence, attestry_ledger',
  ],
}
