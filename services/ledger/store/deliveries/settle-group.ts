import type { PoolClient } from 'pg'
import type { Database } from '../../../kernel/database/database.ts'
import { inTransaction } from '../../../kernel/database/in-transaction.ts'
import { array } from '../../../kernel/database/record-store.ts'
import type { KnownAlert, SettledAlert } from '../../domain/settle-delivery.ts'
import { isRecognised } from './recognised.ts'
import type { GroupWrite } from './write.ts'

/**
 * Commits deliveries with alerts that are known or over, or with several alerts. In one transaction: the open alerts are made
 * known, in the order of their keys, which waits for other deliveries of them; the incident of each alert is read; the texts are
 * made; everything is written. All of it or nothing.
 */
export function settleGroups(db: Pick<Database, 'pool'>, writes: GroupWrite[]): Promise<SettledAlert[][]> {
  return inTransaction(db, 'begin', async (client) => {
    const places = placesOf(writes)
    const claimed = await claim(client, places)
    const found = await find(client, places)
    const opened = await openers(client, places, [...claimed.values(), ...found.values()])
    const settled = writes.map((write) =>
      write.settle(
        write.alerts.map((alert) => {
          const row =
            claimed.get(nameOf(write, alert.key)) ??
            found.get(nameOf(write, alert.key)) ??
            (alert.closureKey === undefined ? undefined : found.get(nameOf(write, alert.closureKey)))
          return row === undefined
            ? undefined
            : knownAlertOf(row, opened.get(`${write.organizationId} ${row.incident_id}`))
        }),
      ),
    )
    await write(client, writes, settled)
    return settled
  })
}

/** An alert of a delivery, at its place among all of them. */
type Place = {
  write: GroupWrite
  key: Buffer
  closureKey: Buffer | undefined
  open: boolean
  incidentId: string
}

function placesOf(writes: GroupWrite[]): Place[] {
  return writes.flatMap((write) => write.alerts.map((alert) => ({ write, ...alert })))
}

function nameOf({ organizationId, endpointId }: GroupWrite, key: Buffer): string {
  return `${organizationId} ${endpointId} ${key.toString('hex')}`
}

/** Makes the open alerts known, each by its first place. @returns the incident of each, an earlier one or its own */
async function claim(client: PoolClient, places: Place[]): Promise<Map<string, EventRow>> {
  const open = places.filter((place) => place.open)
  if (open.length === 0) return new Map()
  const { rows } = await client.query<EventRow>({
    name: 'claim alerts',
    text: CLAIM,
    values: eventValues(open),
  })
  return named(rows)
}

/** The incidents of alerts that are not open, by the alerts' own keys and those of their closures. */
async function find(client: PoolClient, places: Place[]): Promise<Map<string, EventRow>> {
  const keys = places
    .filter((place) => !place.open)
    .flatMap(({ write, key, closureKey }) =>
      [key, ...(closureKey === undefined ? [] : [closureKey])].map((one) => ({ write, key: one })),
    )
  if (keys.length === 0) return new Map()
  const values = [
    array(keys.map(({ write }) => write.organizationId)),
    array(keys.map(({ write }) => write.endpointId)),
    array(keys.map(({ key }) => key.toString('hex'))),
    array(keys.map(({ write }) => write.seconds)),
  ]
  const { rows } = await client.query<EventRow>({ name: 'find alerts', text: FIND, values })
  return named(rows)
}

function named(rows: EventRow[]): Map<string, EventRow> {
  return new Map(rows.map((row) => [`${row.org_id} ${row.endpoint_id} ${row.key}`, row]))
}

/** The first versions of incidents that exist already, and the deliveries that opened them. */
async function openers(
  client: PoolClient,
  places: Place[],
  events: EventRow[],
): Promise<Map<string, OpenerRow>> {
  const own = new Set(places.map(({ incidentId }) => incidentId))
  const known = events.filter(({ incident_id }) => !own.has(incident_id))
  if (known.length === 0) return new Map()
  const values = [
    array(known.map(({ org_id }) => org_id)),
    array(known.map(({ incident_id }) => incident_id)),
  ]
  const { rows } = await client.query<OpenerRow>({ name: 'find openers', text: OPENERS, values })
  return new Map(rows.map((row) => [`${row.org_id} ${row.id}`, row]))
}

function knownAlertOf(row: EventRow, opener: OpenerRow | undefined): KnownAlert {
  const { incident_id: incidentId, sha: bodySha256, recent } = row
  return { incidentId, bodySha256, recent, incident: opener?.incident, delivery: opener?.delivery }
}

async function write(client: PoolClient, writes: GroupWrite[], settled: SettledAlert[][]): Promise<void> {
  const rows = writes.flatMap((write, i) =>
    settled[i]!.map((alert, place) => ({ write, place: { write, ...write.alerts[place]! }, ...alert })),
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
function bodies(rows: readonly (SettledAlert & { write: GroupWrite })[]): Map<number, Buffer> {
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

function eventValues(places: Place[]): unknown[] {
  return [
    array(places.map(({ write }) => write.organizationId)),
    array(places.map(({ write }) => write.endpointId)),
    array(places.map(({ key }) => key.toString('hex'))),
    array(places.map(({ write }) => write.seconds)),
    array(places.map(({ write }) => write.bodySha256)),
    array(places.map(({ incidentId }) => incidentId)),
    array(places.map(({ write }) => write.receivedAt)),
  ]
}

const EVENTS = `
  select org_id, endpoint_id, decode(key, 'hex') as key, seconds, decode(sha, 'hex') as sha, incident_id, received_at, n
  from unnest($1::uuid[], $2::uuid[], $3::text[], $4::int[], $5::text[], $6::uuid[], $7::timestamptz[]) with ordinality
    as e (org_id, endpoint_id, key, seconds, sha, incident_id, received_at, n)`

const RECOGNISED = isRecognised('excluded.seconds')

const CLAIM = `
  insert into ledger.events_seen as d (org_id, endpoint_id, key, incident_id, body_sha256, first_at, seconds)
  select distinct on (org_id, endpoint_id, key) org_id, endpoint_id, key, incident_id, sha, received_at, seconds
  from (${EVENTS}) as event order by org_id, endpoint_id, key, n
  on conflict (org_id, endpoint_id, key) do update set
    incident_id = case when ${RECOGNISED} then d.incident_id else excluded.incident_id end,
    body_sha256 = case when ${RECOGNISED} then d.body_sha256 else excluded.body_sha256 end,
    first_at = case when ${RECOGNISED} then d.first_at else excluded.first_at end,
    seconds = excluded.seconds
  returning org_id, endpoint_id, encode(key, 'hex') as key, incident_id, encode(body_sha256, 'hex') as sha, true as recent`

const FIND = `
  select d.org_id, d.endpoint_id, encode(d.key, 'hex') as key, d.incident_id, encode(d.body_sha256, 'hex') as sha,
    ${isRecognised('e.seconds')} as recent
  from unnest($1::uuid[], $2::uuid[], $3::text[], $4::int[]) as e (org_id, endpoint_id, key, seconds)
  join ledger.events_seen d
    on d.org_id = e.org_id and d.endpoint_id = e.endpoint_id and d.key = decode(e.key, 'hex')`

const OPENERS = `
  select i.org_id, i.id, i.record as incident, d.record as delivery
  from unnest($1::uuid[], $2::uuid[]) as s (org_id, id)
  join ledger.incidents i on i.org_id = s.org_id and i.id = s.id and i.version = 1
  left join ledger.deliveries d on d.org_id = i.org_id and d.id = i.entry_id`

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

/** A known alert, by its own key or by the key of its closure. */
type EventRow = {
  org_id: string
  endpoint_id: string
  key: string
  incident_id: string
  sha: string
  recent: boolean
}

type OpenerRow = { org_id: string; id: string; incident: string; delivery: string | undefined }
