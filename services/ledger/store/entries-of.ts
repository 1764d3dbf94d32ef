/**
 * The ids of the entries whose calls wrote the record with the id $2, newest first, at most $3. For an incident, they include the
 * entries that wrote what belongs to it, as in its timeline. Every part is a lookup by id in an index. Events of agents have no
 * such index and are left out.
 */
export const ENTRIES_OF = `
  select entry_id from (
    select entry_id from ledger.records_v1 where org_id = $1 and id = $2
    union select entry_id from gate.records_v1 where org_id = $1 and id = $2
    union select entry_id from ingestion.records_v1 where org_id = $1 and id = $2 and type <> 'agent-events'
    union select entry_id from evidence.records_v1 where org_id = $1 and id = $2
    ${['incident_comments', 'incident_attachments', 'incident_filings', 'incident_reports']
      .map((table) => `union select entry_id from ledger.${table} where org_id = $1 and incident_id = $2`)
      .join(' ')}
    union select entry_id from ledger.notification_records where org_id = $1 and subject_id = $2
    union select delivery_id from ledger.incident_deliveries where org_id = $1 and incident_id = $2
  ) as written order by entry_id desc limit $3`
