/** More views for evidence packages, beside entries and records (docs/published-views.md). */
export const ledger004 = {
  name: '004-evidence-views',
  statements: [
    // Leaves without the entries: to find ranges, and the place of a record in the log.
    `create view ledger.leaves_v1 as
      select org_id, index as leaf_index, entry_id, at from ledger.leaves`,

    // The incident that each delivery was for. A delivery's id is that of its entry.
    `create view ledger.deliveries_v1 as
      select org_id, endpoint_id, id as entry_id, incident_id
      from ledger.deliveries`,
    'grant select on ledger.leaves_v1, ledger.deliveries_v1 to attestry_evidence',
  ],
}
