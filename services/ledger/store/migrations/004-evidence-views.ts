/** What evidence packages are put together from, beside entries and records (docs/published-views.md). */
export const ledger004 = {
  name: '004-evidence-views',
  statements: [
    // Leaves without the entries: to find ranges, and what stands beside a record.
    `create view ledger.leaves_v1 as
      select org_id, index as leaf_index, entry_id, at from ledger.leaves`,

    // The entries that concern an incident: those that wrote a version of it or received a delivery for it.
    `create index deliveries_incident on ledger.deliveries (org_id, ((record::jsonb ->> 'incident_id')::uuid))`,
    `create view ledger.incident_entries_v1 as
      select org_id, id as incident_id, entry_id from ledger.incidents
      union all
      select org_id, (record::jsonb ->> 'incident_id')::uuid, entry_id from ledger.deliveries`,
    'grant select on ledger.leaves_v1, ledger.incident_entries_v1 to attestry_evidence',
  ],
}
