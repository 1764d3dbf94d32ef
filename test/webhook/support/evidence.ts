import { sql } from '../../harness/database.ts'

/** An audit entry in the log. */
type Entry = {
  id: string
  operation: string
  outcome: string
  code: string | null
  actor: { kind: string; id: string | null; name: string | null }
  via: string
  organization_id: string
  details: { [key: string]: unknown }
  receipts: { type: string; count: number; root: string }[]
}

/** Returns the audit entries of a request, in every organization. */
export async function entriesOf(databaseUrl: string, requestId: string | null): Promise<Entry[]> {
  const rows = await sql<{ entry: string }>(databaseUrl, 'select entry from ledger.entries where id = $1', [
    requestId,
  ])
  return rows.map(({ entry }) => JSON.parse(entry))
}

/** Counts the rows of an organization that a delivery may write. */
export async function countsOf(databaseUrl: string, organizationId: string): Promise<Counts> {
  const [counts] = await sql<Counts>(
    databaseUrl,
    `select (select count(*)::int from ledger.incidents where org_id = $1) as incidents,
      (select count(*)::int from ledger.deliveries where org_id = $1) as deliveries,
      (select count(*)::int from ledger.events_seen where org_id = $1) as events,
      (select count(*)::int from ledger.entries where org_id = $1 and entry::json->>'operation' = 'deliverIncident') as entries`,
    [organizationId],
  )
  return counts!
}

type Counts = { incidents: number; deliveries: number; events: number; entries: number }
