import type { PoolClient } from 'pg'
import { array } from '../../../kernel/database/array-literal.ts'
import { incidentRecords } from '../../domain/incidents/incident.ts'
import { isOfOtherVendor } from '../../domain/numbered-alert.ts'
import type { KnownAlert } from '../../domain/process-alert.ts'
import { isRecognised } from './recognised.ts'
import type { AlertWrite, GroupWrite } from './write.ts'

/** An alert of a delivery, at its place among all of them. */
type Place = AlertWrite & { write: GroupWrite }

/**
 * Returns the incident of each alert: its own where the alert is open and new. Open alerts are made known in the order of their
 * keys, which waits for other deliveries of the same alerts. An alert whose number belongs, or belonged until its row expired, to
 * an alert of another vendor is known by a separate key.
 */
export async function knownAlerts(client: PoolClient, places: Place[]): Promise<(KnownAlert | undefined)[]> {
  const rows = await rowsOf(client, places)
  const opened = await openers(client, places, rows)
  const taken = places.filter((place, i) =>
    rows[i] === undefined ? place.numbered !== undefined : isOfOther(place, rows[i], opened, places),
  )
  if (taken.length === 0) return rows.map((row) => row && knownAlertOf(row, opened))
  const again = taken.map((place) => ({ ...place, key: place.numbered!.key }))
  const others = await rowsOf(client, again)
  const othersOpened = await openers(client, places, others)
  return places.map((place, i) => {
    const at = taken.indexOf(place)
    if (at === -1) return rows[i] && knownAlertOf(rows[i], opened)
    const row = others[at]
    if (row === undefined || isOfOther(place, row, othersOpened, places)) return undefined
    return { ...knownAlertOf(row, othersOpened), key: row.key }
  })
}

/** Whether the incident of a row belongs to an alert of another vendor than the alert at this place. */
function isOfOther(
  { numbered }: Place,
  row: EventRow | undefined,
  opened: Map<string, OpenerRow>,
  places: Place[],
): boolean {
  if (numbered === undefined || row === undefined) return false
  const opener = opened.get(openerOf(row))
  if (opener !== undefined)
    return isOfOtherVendor(numbered.product, incidentRecords.read(opener.incident).source?.product)
  const claimant = places.find(({ incidentId }) => incidentId === row.incident_id)
  return isOfOtherVendor(numbered.product, claimant?.numbered?.product)
}

/**
 * The row of each alert. An open alert always has one. For any other alert it is the row of its own key, or else of its closure: that
 * of the last open alert before it, or of an earlier delivery.
 */
async function rowsOf(client: PoolClient, places: Place[]): Promise<(EventRow | undefined)[]> {
  const claimed = await claim(client, places)
  const found = await find(client, places)
  const before = new Map<string, EventRow | undefined>()
  return places.map(({ write, key, closureKey, open }) => {
    const name = nameOf(write, key)
    const row = claimed.get(name) ?? found.get(name)
    if (closureKey === undefined) return row
    const closes = nameOf(write, closureKey)
    if (open) before.set(closes, row)
    return row ?? before.get(closes) ?? found.get(closes)
  })
}

function nameOf({ organizationId, endpointId }: GroupWrite, key: Buffer): string {
  return `${organizationId} ${endpointId} ${key.toString('hex')}`
}

/** Makes the open alerts known, each by its first place. @returns the incident of each alert: an earlier one or its own */
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
  rows: readonly (EventRow | undefined)[],
): Promise<Map<string, OpenerRow>> {
  const own = new Set(places.map(({ incidentId }) => incidentId))
  const known = rows.filter((row) => row !== undefined && !own.has(row.incident_id)) as EventRow[]
  if (known.length === 0) return new Map()
  const values = [
    array(known.map(({ org_id }) => org_id)),
    array(known.map(({ incident_id }) => incident_id)),
  ]
  const { rows: found } = await client.query<OpenerRow>({ name: 'find openers', text: OPENERS, values })
  return new Map(found.map((row) => [`${row.org_id} ${row.id}`, row]))
}

function openerOf({ org_id, incident_id }: EventRow): string {
  return `${org_id} ${incident_id}`
}

function knownAlertOf(row: EventRow, opened: Map<string, OpenerRow>): KnownAlert {
  const { incident_id: incidentId, sha: bodySha256, recent } = row
  const opener = opened.get(openerOf(row))
  return {
    incidentId,
    key: undefined,
    bodySha256,
    recent,
    incident: opener?.incident,
    delivery: opener?.delivery,
  }
}

export function eventValues(places: readonly Place[]): unknown[] {
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

export const EVENTS = `
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

/** A known alert, under its own key or the key of its closure. */
type EventRow = {
  org_id: string
  endpoint_id: string
  key: string
  incident_id: string
  sha: string
  recent: boolean
}

type OpenerRow = { org_id: string; id: string; incident: string; delivery: string | undefined }
