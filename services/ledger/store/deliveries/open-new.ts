import type { Database } from '../../../kernel/database/database.ts'
import { array } from '../../../kernel/database/record-store.ts'
import type { DeliveryWrite } from './write.ts'

/** What became of a delivery: `known` and `stale` ones have written nothing. */
export type Opening = 'opened' | 'known' | 'stale'

/**
 * Commits the deliveries of alerts that are new: incident, what the alert is recognised by, delivery with its raw bytes and
 * audit entry. All of a delivery or nothing, in one statement for all. It locks no row that deliveries of different alerts
 * share, so that statements commit side by side. Where the endpoint of one of them has another version than the delivery was
 * checked by (`stale`), the statement does nothing, and the others are tried again.
 */
export async function openNew(db: Pick<Database, 'query'>, writes: DeliveryWrite[]): Promise<Opening[]> {
  const { endpoints, endpointOf } = endpointsOf(writes)
  const values = [...valuesOf(writes), ...endpointValues(endpoints)]
  const [row] = await db.query<Row>({ name: 'open new', text: OPEN_NEW, values })
  const { opened, stale } = row!
  if (stale !== null) {
    const isStale = writes.map((_, i) => stale.includes(endpointOf[i]! + 1))
    const others = writes.filter((_, i) => !isStale[i])
    const tried = others.length === 0 ? [] : await openNew(db, others)
    let next = 0
    return isStale.map((is) => (is ? 'stale' : tried[next++]!))
  }
  const openings = new Array<Opening>(writes.length).fill('known')
  for (const n of opened ?? []) openings[n - 1] = 'opened'
  return openings
}

/** The endpoints and versions that are compared, each once, and which one of them a delivery was checked by; -1: none. */
function endpointsOf(writes: DeliveryWrite[]): { endpoints: DeliveryWrite[]; endpointOf: number[] } {
  const indexOf = new Map<string, number>()
  const endpoints: DeliveryWrite[] = []
  const endpointOf = writes.map((write) => {
    if (write.endpointVersion === 0) return -1
    const name = `${write.organizationId} ${write.endpointId} ${write.endpointVersion}`
    const known = indexOf.get(name)
    if (known !== undefined) return known
    indexOf.set(name, endpoints.length)
    return endpoints.push(write) - 1
  })
  return { endpoints, endpointOf }
}

function endpointValues(endpoints: DeliveryWrite[]): string[] {
  return [
    array(endpoints.map(({ organizationId }) => organizationId)),
    array(endpoints.map(({ endpointId }) => endpointId)),
    array(endpoints.map(({ endpointVersion }) => endpointVersion)),
  ]
}

function valuesOf(writes: DeliveryWrite[]): unknown[] {
  let start = 1
  const starts = writes.map(({ body }) => {
    const at = start
    start += body.length
    return at
  })
  const lines = (text: (write: DeliveryWrite) => string): string => writes.map(text).join('\n')
  return [
    array(writes.map((write) => write.organizationId)),
    array(writes.map((write) => write.endpointId)),
    array(writes.map((write) => write.id)),
    array(writes.map((write) => write.key.toString('hex'))),
    array(writes.map((write) => write.seconds)),
    array(writes.map((write) => write.bodySha256)),
    array(writes.map((write) => write.incident.id)),
    lines((write) => write.incident.text),
    lines((write) => write.delivery),
    lines((write) => write.entry),
    array(starts),
    array(writes.map(({ body }) => body.length)),
    Buffer.concat(writes.map(({ body }) => body)),
  ]
}

/**
 * From `call`, in the order of keys: makes an alert known by its first call, unless it is known and still recognised.
 * What is known is decided on the alert's row, under the row's lock, so that of any number of deliveries one is first.
 */
const CLAIM_NEW = `
  insert into ledger.events_seen as d (org_id, endpoint_id, key, incident_id, body_sha256, first_at, seconds)
  select distinct on (org_id, endpoint_id, key) org_id, endpoint_id, key, incident_id, sha, now(), seconds
  from call order by org_id, endpoint_id, key, n
  on conflict (org_id, endpoint_id, key) do update set
    incident_id = excluded.incident_id, body_sha256 = excluded.body_sha256, first_at = excluded.first_at,
    seconds = excluded.seconds
  where d.first_at + make_interval(secs => excluded.seconds) <= now()
  returning org_id, incident_id`

/** The places of endpoints that have another version than the one compared, or are not there. */
const STALE = `
  select e.n::int as n
  from unnest($14::uuid[], $15::uuid[], $16::int[]) with ordinality as e (org_id, endpoint_id, version, n)
  where not exists (
    select from ingestion.endpoint_versions_v1 v
    where v.org_id = e.org_id and v.endpoint_id = e.endpoint_id and v.version = e.version)`

const OPEN_NEW = `
  with stale as materialized (${STALE}),
  call as materialized (
    select org_id, endpoint_id, id, decode(key, 'hex') as key, seconds, decode(sha, 'hex') as sha, incident_id, incident,
      delivery, entry, start, length, n
    from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::int[], $6::text[], $7::uuid[],
      string_to_array($8, E'\\n'), string_to_array($9, E'\\n'), string_to_array($10, E'\\n'),
      $11::int[], $12::int[]) with ordinality
      as c (org_id, endpoint_id, id, key, seconds, sha, incident_id, incident, delivery, entry, start, length, n)
    where not exists (select from stale)),
  claimed as (${CLAIM_NEW}),
  fresh as materialized (select call.* from call join claimed using (org_id, incident_id)),
  opened as (
    insert into ledger.incidents (org_id, id, version, entry_id, position, record)
    select org_id, incident_id, 1, id, 0, incident from fresh),
  taken as (
    insert into ledger.deliveries (org_id, id, endpoint_id, incident_id, record, body)
    select org_id, id, endpoint_id, incident_id, delivery, substring($13::bytea from start for length) from fresh),
  written as (
    select array_agg(n::int) as opened,
      ledger.append(array_agg(org_id order by n), array_agg(id order by n), array_agg(entry order by n))
    from fresh)
  select written.*, (select array_agg(n) from stale) as stale from written`

/** The places of the calls that opened an incident; or the places of endpoints that are stale. */
type Row = { opened: number[] | null; stale: number[] | null }
