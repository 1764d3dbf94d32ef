/** Indexes of lists that read many rows to find few: notifications in a state, and what an incident has in the order of the log. */
export const ledger037 = {
  name: '037-lists-in-order',
  statements: [
    'create index on ledger.notifications (org_id, state, id)',
    'create index on ledger.notifications (org_id, channel_id, state, id)',
    ...['incident_attachments', 'incident_filings', 'incident_reports'].map(
      (table) => `create index on ledger.${table} (org_id, incident_id, entry_id)`,
    ),
  ],
}
