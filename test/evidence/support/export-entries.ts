import { sql } from '../../harness/database.ts'
import type { TestInstallation } from '../../harness/installation.ts'

/** Reads the audit entries of the exports of an organization, oldest first. */
export async function exportEntriesOf(at: TestInstallation, organizationId: string) {
  const rows = await sql<{ entry: string }>(
    at.databaseUrl,
    `select entry from ledger.entries where org_id = $1 and entry::json ->> 'operation' = 'exportEvidence'
     order by id`,
    [organizationId],
  )
  return rows.map(({ entry }) => JSON.parse(entry))
}
