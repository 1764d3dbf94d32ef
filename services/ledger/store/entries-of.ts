/**
 * The ids of the entries whose calls wrote the record with the id $2, newest first, at most $3. For an incident, they include the
 * entries that wrote what belongs to it, as in its timeline. Every part is a lookup by id in an index. Events of agents have no
 * such index and are left out. What can be many for one incident is read in the order of an index, and no further than $3.
 */
export const ENTRIES_OF = `
  select entry_id from (
    select entry_id from ledger.records_v1 where org_id = $1 and id = $2
    union select entry_id from gate.records_v1 where org_id = $1 and id = $2
    union select entry_id from ingestion.records_v1 where org_id = $1 and id = $2 and type <> 'agent-events'
    union select entry_id from evidence.records_v1 where org_id = $1 and id = $2
    ${['incident_comments', 'incident_attachments', 'incident_filings', 'incident_reports']
      .map((table) => `union ${newest('entry_id', `ledger.${table}`, 'incident_id')}`)
      .join(' ')}
    union ${newest('entry_id', 'ledger.notification_records', 'subject_id')}
    union ${newest('delivery_id', 'ledger.incident_deliveries', 'incident_id')}
  ) as written order by entry_id desc limit $3`

/** Each entry once: one call may write many notifications about an incident. `distinct on` is made in the order of the index. */
function newest(entry: string, table: string, of: string): string {
  return `(select distinct on (${entry}) ${entry} from ${table} where org_id = $1 and ${of} = $2 order by ${entry} desc limit $3)`
}
