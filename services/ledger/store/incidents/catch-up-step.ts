import type { PoolClient } from 'pg'
import { mapInTurns } from '../../../kernel/concurrency/event-loop.ts'
import { array } from '../../../kernel/database/array-literal.ts'
import type { Database } from '../../../kernel/database/database.ts'
import { inTransaction } from '../../../kernel/database/in-transaction.ts'
import { incidentRecords } from '../../domain/incidents/incident.ts'
import { filingRecords } from '../../domain/incidents/incident-facts.ts'
import type { ObligationInputs } from '../../domain/incidents/obligation-record.ts'
import { settingsOf } from '../../domain/incidents/reporting-settings.ts'
import { currentSettings, queryOf } from './obligation-inputs.ts'
import { holdProjection, project } from './projection.ts'

/**
 * Brings the projection of an organization's obligations up to date: for incidents that were created since, and for incidents
 * whose obligations follow from earlier settings. Creating an incident writes no obligations, which keeps it cheap. New incidents
 * are read in the order of the log, so that none is left out.
 *
 * @param most how many leaves are read
 * @returns whether everything committed before the call is in the projection; false where there is more to do
 */
export async function catchUpStep(
  db: Pick<Database, 'pool' | 'query'>,
  organizationId: string,
  at: Date,
  most = LEAVES,
): Promise<boolean> {
  const [known] = await db.query<{ next_leaf: string }>({
    name: 'obligation progress',
    text: 'select next_leaf from ledger.obligation_progress where org_id = $1',
    values: [organizationId],
  })
  const fresh = await readFresh(db.query, organizationId, Number(known?.next_leaf ?? 0), most)
  const isBehind = fresh.ids.length > 0 || fresh.leaves >= most / 2 || (await hasEarlier(db, organizationId))
  if (!isBehind) return true
  return inTransaction(db, 'begin', async (client) => {
    const run = <R>({ text, values }: { text: string; values: unknown[] }) => queryOf(client)<R>(text, values)
    const from = await holdProjection(client, organizationId)
    const { ids, leaves, next } = await readFresh(run, organizationId, from, most)
    const settings = settingsOf(await currentSettings(queryOf(client), organizationId))
    const earlier = await earlierSettings(client, organizationId, settings.version)
    const all = [...new Set([...ids, ...earlier])]
    for (let n = 0; n < all.length; n += READ_AT_ONCE) {
      const some = all.slice(n, n + READ_AT_ONCE)
      await project(client, organizationId, await allInputs(client, organizationId, some, settings), at)
    }
    await client.query('update ledger.obligation_progress set next_leaf = $2 where org_id = $1', [
      organizationId,
      next,
    ])
    return leaves < most && earlier.length < INCIDENTS
  })
}

/**
 * The incidents that the next leaves created and, after the last leaf, those of entries that have no leaf yet. One statement
 * reads both: an entry is never between the two.
 */
async function readFresh(
  query: <R>(statement: { name: string; text: string; values: unknown[] }) => Promise<R[]>,
  organizationId: string,
  from: number,
  most: number,
): Promise<{ ids: string[]; leaves: number; next: number }> {
  const rows = await query<{ index: string | null; id: string | null }>({
    name: 'fresh incidents',
    text: FRESH,
    values: [organizationId, from, most],
  })
  const ids = rows.flatMap(({ id }) => (id === null ? [] : [id]))
  const leaves = rows.flatMap(({ index }) => (index === null ? [] : [Number(index)]))
  return { ids, leaves: leaves.length, next: leaves.reduce((next, index) => Math.max(next, index + 1), from) }
}

const FRESH = `
  with placed as materialized (
    select index, entry_id from ledger.leaves where org_id = $1 and index >= $2 order by index limit $3),
  entry as (
    select index, entry_id from placed
    union all
    select null::bigint, entry_id from ledger.queue where org_id = $1 and (select count(*) from placed) < $3)
  select entry.index, i.id from entry
  left join ledger.incidents i on i.org_id = $1 and i.entry_id = entry.entry_id and i.version = 1`

/** `order by` makes PostgreSQL use the index of versions, whatever its statistics (decision 181). */
async function hasEarlier(db: Pick<Database, 'query'>, organizationId: string): Promise<boolean> {
  const rows = await db.query({
    name: 'earlier settings',
    text: `select 1 from ledger.obligations where org_id = $1 and settings_version < (
      select coalesce(max(version), 0) from ledger.reporting_settings where org_id = $1 and id = $1) order by settings_version limit 1`,
    values: [organizationId],
  })
  return rows.length > 0
}

async function earlierSettings(
  client: PoolClient,
  organizationId: string,
  version: number,
): Promise<string[]> {
  const { rows } = await client.query<{ incident_id: string }>(
    `select distinct on (settings_version, incident_id) incident_id from ledger.obligations
     where org_id = $1 and settings_version < $2 order by settings_version, incident_id limit $3`,
    [organizationId, version, INCIDENTS],
  )
  return rows.map(({ incident_id }) => incident_id)
}

async function allInputs(
  client: PoolClient,
  organizationId: string,
  ids: string[],
  settings: ObligationInputs['settings'],
): Promise<ObligationInputs[]> {
  const values = [organizationId, array(ids)]
  const { rows } = await client.query<{ record: string }>(
    `select distinct on (id) record from ledger.incidents where org_id = $1 and id = any ($2::uuid[])
     order by id, version desc`,
    values,
  )
  const filed = await client.query<{ record: string }>(
    `select record from ledger.incident_filings where org_id = $1 and incident_id = any ($2::uuid[]) order by id`,
    values,
  )
  const filings = Map.groupBy(
    await mapInTurns(filed.rows, ({ record }) => filingRecords.read(record)),
    ({ incidentId }) => incidentId,
  )
  return mapInTurns(rows, ({ record }) => {
    const incident = incidentRecords.read(record)
    return { incident, settings, filings: filings.get(incident.id) ?? [] }
  })
}

/** The limits of one transaction. */
export const LEAVES = 2000
const INCIDENTS = 500
/** How many incidents are in memory together: the record of one has up to 80 KB, and it may have a thousand filings. */
const READ_AT_ONCE = 50
