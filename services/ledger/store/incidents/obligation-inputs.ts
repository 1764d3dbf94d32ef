import type { PoolClient } from 'pg'
import type { Database } from '../../../kernel/database/database.ts'
import { incidentRecords } from '../../domain/incidents/incident.ts'
import { filingRecords } from '../../domain/incidents/incident-facts.ts'
import type { ObligationInputs } from '../../domain/incidents/obligation-record.ts'
import { settingsOf } from '../../domain/incidents/reporting-settings.ts'

/** Runs one statement, in a transaction or by itself. */
type Query = <R>(text: string, values: unknown[]) => Promise<R[]>

export function queryOf(client: PoolClient): Query {
  return async (text, values) => (await client.query(text, values)).rows
}

export function queryOn(db: Pick<Database, 'query'>): Query {
  return (text, values) => db.query({ text, values })
}

/** The inputs of obligations, and the text of the incident's record. */
type ReadInputs = ObligationInputs & { record: string }

/** The incident in its current version with its filings and the organization's settings; undefined where there is none. */
export async function obligationInputsOf(
  query: Query,
  organizationId: string,
  id: string,
): Promise<ReadInputs | undefined> {
  const [current] = await query<{ record: string }>(
    'select record from ledger.incidents where org_id = $1 and id = $2 order by version desc limit 1',
    [organizationId, id],
  )
  if (current === undefined) return undefined
  const filings = await query<{ record: string }>(
    `select record from ledger.incident_filings where org_id = $1 and incident_id = $2 order by id`,
    [organizationId, id],
  )
  return {
    record: current.record,
    incident: incidentRecords.read(current.record),
    filings: filings.map(({ record }) => filingRecords.read(record)),
    settings: settingsOf(await currentSettings(query, organizationId)),
  }
}

/** The newest record of an organization's settings. */
export async function currentSettings(query: Query, organizationId: string): Promise<string | undefined> {
  const [row] = await query<{ record: string }>(
    'select record from ledger.reporting_settings where org_id = $1 and id = $1 order by version desc limit 1',
    [organizationId],
  )
  return row?.record
}
