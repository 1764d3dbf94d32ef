import { array } from '../../../kernel/database/array-literal.ts'
import type { Database } from '../../../kernel/database/database.ts'
import type { DrawnQuota } from '../../domain/quota.ts'
import { drawnSql, type Share, sharesOf, usedBefore } from '../admission.ts'
import { isRecognised } from './recognised.ts'
import type { DeliveryWrite } from './write.ts'

/**
 * `opened` is false where the quota is used up or the alert is known: nothing was written. Undefined where the endpoint has
 * another version than the one that the delivery was checked against: nothing was drawn either.
 */
export type Opening = { opened: boolean; quota: DrawnQuota } | undefined

/**
 * Draws on the quotas of the endpoints and commits the deliveries of new alerts: the incident, the key of the alert, the delivery
 * with its raw bytes, and the audit entry. One statement handles all deliveries, each of them as a whole or not at all. Where an
 * endpoint has changed, the statement does nothing, and the deliveries of the other endpoints are tried again.
 */
export async function openNew(db: Pick<Database, 'query'>, writes: DeliveryWrite[]): Promise<Opening[]> {
  const shares = sharesOf(writes.map(({ endpointId }) => ({ subject: subjectOf(endpointId), size: 1 })))
  const { endpoints, endpointOf } = endpointsOf(writes)
  const values = [...valuesOf(writes, shares), ...endpointValues(endpoints)]
  const [row] = await db.query<Row>({ name: 'open new', text: OPEN_NEW, values })
  const { subjects, used, reset, retry_after, opened, stale } = row!
  if (stale !== null) {
    const isStale = writes.map((_, i) => stale.includes(endpointOf[i]! + 1))
    const others = writes.filter((_, i) => !isStale[i])
    const tried = others.length === 0 ? [] : await openNew(db, others)
    let next = 0
    return isStale.map((is) => (is ? undefined : tried[next++]))
  }
  const openings = writes.map(({ endpointId, rateLimit: limit }, i) => {
    const at = subjects.indexOf(subjectOf(endpointId))
    const before = usedBefore({ used: used[at]! }, shares[i]!)
    return {
      opened: false,
      quota: { limit, used: before + 1, reset: reset[at]!, retryAfter: retry_after[at]! },
    }
  })
  for (const n of opened ?? []) openings[n - 1]!.opened = true
  return openings
}

function subjectOf(endpointId: string): string {
  return `endpoint:${endpointId}`
}

/** The endpoints and versions that are compared, each once, and for each delivery the index of its endpoint; -1: not compared. */
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

function valuesOf(writes: DeliveryWrite[], shares: Share[]): unknown[] {
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
    // A delivery is within its limit where the window's `used`, which counts all draws of the statement, is below this.
    array(writes.map(({ rateLimit }, i) => rateLimit + shares[i]!.total - shares[i]!.before)),
    Buffer.concat(writes.map(({ body }) => body)),
    array(writes.map(({ receivedAt }) => receivedAt)),
  ]
}

/**
 * Takes alerts from `call`, in the order of their keys. The first call of an alert makes it known, unless it is known and still
 * recognised. That is decided on the alert's row, under its lock, so that exactly one of any number of deliveries is first.
 */
const CLAIM_NEW = `
  insert into ledger.events_seen as d (org_id, endpoint_id, key, incident_id, body_sha256, first_at, seconds)
  select distinct on (org_id, endpoint_id, key) org_id, endpoint_id, key, incident_id, sha, received_at, seconds
  from call join drawn using (subject) where drawn.used < call.most order by org_id, endpoint_id, key, n
  on conflict (org_id, endpoint_id, key) do update set
    incident_id = excluded.incident_id, body_sha256 = excluded.body_sha256, first_at = excluded.first_at,
    seconds = excluded.seconds
  where not ${isRecognised('excluded.seconds')}
  returning org_id, incident_id`

/** The indices of endpoints that do not exist or have another version than the compared one. */
const STALE = `
  select e.n::int as n
  from unnest($16::uuid[], $17::uuid[], $18::int[]) with ordinality as e (org_id, endpoint_id, version, n)
  where not exists (
    select from ingestion.endpoint_versions_v1 v
    where v.org_id = e.org_id and v.endpoint_id = e.endpoint_id and v.version = e.version)`

const OPEN_NEW = `
  with stale as materialized (${STALE}),
  call as materialized (
    select org_id, endpoint_id, id, decode(key, 'hex') as key, seconds, decode(sha, 'hex') as sha, incident_id, incident,
      delivery, entry, start, length, 'endpoint:' || endpoint_id as subject, most, received_at, 1 as size, n
    from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::int[], $6::text[], $7::uuid[],
      string_to_array($8, E'\\n'), string_to_array($9, E'\\n'), string_to_array($10, E'\\n'),
      $11::int[], $12::int[], $13::int[], $15::timestamptz[]) with ordinality
      as c (org_id, endpoint_id, id, key, seconds, sha, incident_id, incident, delivery, entry,
        start, length, most, received_at, n)
    where not exists (select from stale)),
  ${drawnSql('call')},
  claimed as (${CLAIM_NEW}),
  fresh as materialized (select call.* from call join claimed using (org_id, incident_id)),
  opened as (
    insert into ledger.incidents (org_id, id, version, entry_id, position, record)
    select org_id, incident_id, 1, id, 0, incident from fresh),
  delivered as (
    insert into ledger.deliveries (org_id, id, endpoint_id, incident_id, record, body)
    select org_id, id, endpoint_id, incident_id, delivery, substring($14::bytea from start for length) from fresh),
  written as (
    select array_agg(n::int) as opened,
      ledger.append(array_agg(org_id order by n), array_agg(id order by n), array_agg(entry order by n))
    from fresh)
  select windows.*, written.*, (select array_agg(n) from stale) as stale from written, (
    select array_agg(subject) as subjects, array_agg(used) as used, array_agg(reset) as reset,
      array_agg(retry_after) as retry_after from drawn) as windows`

/**
 * One array for each column of the windows. `opened`: the numbers of the calls that opened an incident. Where `stale` has indices
 * of endpoints, nothing was drawn.
 */
type Row = {
  subjects: string[]
  used: number[]
  reset: number[]
  retry_after: number[]
  opened: number[] | null
  stale: number[] | null
}
