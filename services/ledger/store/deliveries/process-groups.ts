import type { PoolClient } from 'pg'
import { array } from '../../../kernel/database/array-literal.ts'
import type { Database } from '../../../kernel/database/database.ts'
import { inTransaction } from '../../../kernel/database/in-transaction.ts'
import type { ProcessedAlert } from '../../domain/process-alert.ts'
import { EVENTS, eventValues, knownAlerts } from './known-alerts.ts'
import type { GroupWrite } from './write.ts'

/**
 * Commits deliveries with several alerts, or with alerts that are known or over. One transaction finds the incident of each
 * alert, makes the texts and writes everything, or nothing.
 */
export function processGroups(db: Pick<Database, 'pool'>, writes: GroupWrite[]): Promise<ProcessedAlert[][]> {
  return inTransaction(db, 'begin', async (client) => {
    const places = writes.flatMap((write) => write.alerts.map((alert) => ({ write, ...alert })))
    const known = await knownAlerts(client, places)
    let from = 0
    const processed = writes.map(({ alerts, outcomes }) => {
      const own = known.slice(from, from + alerts.length)
      from += alerts.length
      return outcomes(own)
    })
    await write(client, writes, processed)
    return processed
  })
}

async function write(client: PoolClient, writes: GroupWrite[], processed: ProcessedAlert[][]): Promise<void> {
  const rows = writes.flatMap((write, i) =>
    processed[i]!.map((alert, place) => ({ write, place: { write, ...write.alerts[place]! }, ...alert })),
  )
  const opened = rows.filter((row) => row.opened !== undefined)
  const touched = rows.filter(({ outcome }) => outcome === 'replay' || outcome === 'closure')
  const closures = opened.flatMap(({ place }) =>
    place.closureKey === undefined ? [] : [{ ...place, key: place.closureKey }],
  )
  if (closures.length > 0)
    await client.query({ name: 'note closures', text: NOTE_CLOSURES, values: eventValues(closures) })
  const kept = bodies(rows)
  await client.query({
    name: 'write deliveries',
    text: WRITE,
    values: [
      array(opened.map(({ write }) => write.organizationId)),
      array(opened.map(({ incidentId }) => incidentId!)),
      array(opened.map(({ id }) => id)),
      opened.map((row) => row.opened),
      array(touched.map(({ write }) => write.organizationId)),
      array(touched.map(({ incidentId }) => incidentId!)),
      array(touched.map(({ id }) => id)),
      array(touched.map(({ write }) => write.endpointId)),
      array(rows.map(({ write }) => write.organizationId)),
      array(rows.map(({ id }) => id)),
      array(rows.map(({ write }) => write.endpointId)),
      rows.map(({ incidentId }) => incidentId ?? null),
      rows.map(({ delivery }) => delivery),
      rows.map((_, i) => kept.get(i) ?? null),
      rows.map(({ entry }) => entry),
    ],
  })
}

/** The bytes of a call are stored once, with the first of its alerts for which they are not stored already. */
function bodies(rows: readonly (ProcessedAlert & { write: GroupWrite })[]): Map<number, Buffer> {
  const kept = new Map<number, Buffer>()
  const done = new Set<GroupWrite>()
  for (const [i, { write: call, outcome, bodyDiffers }] of rows.entries()) {
    if (done.has(call) || (outcome === 'replay' && !bodyDiffers)) continue
    const { buffer, byteOffset, length } = call.body
    kept.set(i, Buffer.from(buffer, byteOffset, length))
    done.add(call)
  }
  return kept
}

const NOTE_CLOSURES = `
  insert into ledger.events_seen as d (org_id, endpoint_id, key, incident_id, body_sha256, first_at, seconds)
  select distinct on (org_id, endpoint_id, key) org_id, endpoint_id, key, incident_id, sha, received_at, seconds
  from (${EVENTS}) as event order by org_id, endpoint_id, key, n desc
  on conflict (org_id, endpoint_id, key) do update set
    incident_id = excluded.incident_id, body_sha256 = excluded.body_sha256, first_at = excluded.first_at,
    seconds = excluded.seconds`

const WRITE = `
  with opened as (
    insert into ledger.incidents (org_id, id, version, entry_id, position, record)
    select org_id, id, 1, entry_id, 0, record
    from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[]) as i (org_id, id, entry_id, record)),
  touched as (
    insert into ledger.incident_deliveries (org_id, incident_id, delivery_id, endpoint_id)
    select org_id, incident_id, delivery_id, endpoint_id
    from unnest($5::uuid[], $6::uuid[], $7::uuid[], $8::uuid[]) as t (org_id, incident_id, delivery_id, endpoint_id)),
  delivered as (
    insert into ledger.deliveries (org_id, id, endpoint_id, incident_id, record, body)
    select org_id, id, endpoint_id, incident_id, record, body
    from unnest($9::uuid[], $10::uuid[], $11::uuid[], $12::uuid[], $13::text[], $14::bytea[])
      as t (org_id, id, endpoint_id, incident_id, record, body))
  select ledger.append($9::uuid[], $10::uuid[], $15::text[])`
