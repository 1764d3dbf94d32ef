import type { Database } from '../../kernel/database/database.ts'
import { isStatementRefused } from '../../kernel/database/errors.ts'
import { array } from '../../kernel/database/record-store.ts'
import { MAX_ID } from '../../kernel/database/seek.ts'
import { across } from '../../kernel/database/tenant-guard/relations.ts'
import { groupCommit } from '../../kernel/group-commit.ts'
import type { DrawnQuota } from '../domain/quota.ts'
import { COUNTED, DRAWN } from './admission.ts'

/** Webhook deliveries that were taken. */
export type DeliveryStore = {
  /**
   * Draws on the endpoint's quota, decides whether the event is known to its endpoint and commits what follows: for a
   * new event the incident, the event, the delivery with its raw bytes and the audit entry; for a known one delivery and
   * audit entry. All of it or nothing, in one statement, which concurrent deliveries share.
   */
  deliver(write: DeliveryWrite): Promise<DeliveryVerdict>
  /** Up to `limit` deliveries of an endpoint with ids below `before`, newest first. */
  page(
    organizationId: string,
    endpointId: string,
    limit: number,
    before: string | undefined,
  ): Promise<string[]>
  /** Deletes events older than the longest period that an endpoint can be set to. */
  expire(): Promise<void>
}

/** A delivery as it will stand if its event is new (domain/delivery.ts). */
export type DeliveryWrite = {
  organizationId: string
  endpointId: string
  /** Of the delivery and of its audit entry. */
  requestId: string
  /** 32 bytes. */
  key: Buffer
  /** How long the event is recognised. */
  seconds: number
  /** Deliveries of the endpoint in 60 s. */
  rateLimit: number
  /** Lower-case hex. */
  bodySha256: string
  body: Uint8Array
  incident: { id: string; text: string }
  /** The delivery's record, and the audit entry with the receipts over both. */
  delivery: string
  entry: string
}

/** `incidentId` is null where the quota was used up: then nothing was written. */
export type DeliveryVerdict = { replay: boolean; incidentId: string | null; quota: DrawnQuota }

export function deliveryStore(db: Database): DeliveryStore {
  const run = async (writes: DeliveryWrite[]): Promise<DeliveryVerdict[]> => {
    const [row] = await db.query<Row>({ name: 'deliver', text: DELIVER, values: valuesOf(writes) })
    return verdictsOf(row!, writes)
  }
  const small = groupCommit({ name: 'deliver', run, maxInFlight: 1, retriable: isStatementRefused })
  const large = groupCommit({ name: 'deliver large', run, retriable: isStatementRefused, maxBatch: 4 })
  return {
    deliver: (write) => (write.body.length > SMALL_BYTES ? large : small)(write),
    async page(organizationId, endpointId, limit, before = MAX_ID) {
      const rows = await db.query<{ record: string }>({
        name: 'page deliveries',
        text: `select record from ledger.deliveries where org_id = $1 and endpoint_id = $2 and id < $3
          order by id desc limit $4`,
        values: [organizationId, endpointId, before, limit],
      })
      return rows.map(({ record }) => record)
    },
    async expire() {
      await db.query({
        text: `${across('expire events')}
          delete from ledger.events_seen where first_at < now() - interval '90 days'`,
      })
    },
  }
}

function verdictsOf(
  { used, reset, retry_after, ns, fresh, standing }: Row,
  writes: DeliveryWrite[],
): DeliveryVerdict[] {
  const verdicts = writes.map<DeliveryVerdict>(({ rateLimit: limit }, i) => ({
    replay: false,
    incidentId: null,
    quota: { limit, used: used[i]! + 1, reset: reset[i]!, retryAfter: retry_after[i]! },
  }))
  for (const [i, n] of (ns ?? []).entries()) {
    const verdict = verdicts[n - 1]!
    verdict.replay = !fresh[i]
    verdict.incidentId = standing[i]!
  }
  return verdicts
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
    array(writes.map((write) => write.requestId)),
    array(writes.map((write) => write.key.toString('hex'))),
    array(writes.map((write) => write.seconds)),
    array(writes.map((write) => write.bodySha256)),
    array(writes.map((write) => write.incident.id)),
    lines((write) => write.incident.text),
    lines((write) => write.delivery),
    lines((write) => write.entry),
    array(starts),
    array(writes.map(({ body }) => body.length)),
    array(writes.map(({ rateLimit }) => rateLimit)),
    Buffer.concat(writes.map(({ body }) => body)),
  ]
}

/** What is known of an event is decided on its row, under the row's lock, so that of any number of deliveries one is first. */
const KNOWN_NO_MORE = 'd.first_at + make_interval(secs => excluded.seconds) <= now()'

/**
 * The texts of a known event, made of those of a new one: only here is it known which incident stands, and whether its
 * body was another. Each place is found by an object key and its quotation marks, which nothing in a text that somebody
 * chose can look like, since JSON escapes every quotation mark within a string. Keys stay in canonical order.
 */
const REPLAYED_DELIVERY = `
  replace(replace(replace(delivery, '"incident_id":"' || incident_id || '"', '"incident_id":"' || standing || '"'),
    '"outcome":"created"', '"outcome":"replay"'), '"body_differs":false', '"body_differs":' || differs)`
const REPLAYED_ENTRY = `
  regexp_replace(
    replace(entry, '"details":{}',
      '"details":{"body_differs":' || differs || ',"incident_id":"' || standing || '","replay":true}'),
    '"receipts":\\[[^]]*\\]',
    '"receipts":[{"count":1,"root":"' || encode(sha256('\\x00'::bytea || convert_to(delivery, 'UTF8')), 'hex')
      || '","type":"webhook-deliveries"}]')`

const DELIVER = `
  with call as materialized (
    select org_id, endpoint_id, id, decode(key, 'hex') as key, seconds, decode(sha, 'hex') as sha, incident_id, incident,
      delivery, entry, start, length, 'endpoint:' || endpoint_id as subject, quota, 1 as size, n
    from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::int[], $6::text[], $7::uuid[],
      string_to_array($8, E'\\n'), string_to_array($9, E'\\n'), string_to_array($10, E'\\n'),
      $11::int[], $12::int[], $13::int[]) with ordinality
      as c (org_id, endpoint_id, id, key, seconds, sha, incident_id, incident, delivery, entry,
        start, length, quota, n)),
  wanted as (select n, subject, quota, size from call),
  ${DRAWN},
  counted as materialized (
    select n, quota, ${COUNTED} from wanted join drawn using (subject)),
  claimed as (
    insert into ledger.events_seen as d (org_id, endpoint_id, key, incident_id, body_sha256, first_at, seconds)
    select distinct on (org_id, endpoint_id, key) org_id, endpoint_id, key, incident_id, sha, now(), seconds
    from call join counted using (n) where counted.used < counted.quota order by org_id, endpoint_id, key, n
    on conflict (org_id, endpoint_id, key) do update set
      incident_id = case when ${KNOWN_NO_MORE} then excluded.incident_id else d.incident_id end,
      body_sha256 = case when ${KNOWN_NO_MORE} then excluded.body_sha256 else d.body_sha256 end,
      first_at = case when ${KNOWN_NO_MORE} then excluded.first_at else d.first_at end,
      seconds = excluded.seconds
    returning org_id, endpoint_id, key, incident_id, body_sha256),
  judged as (
    select call.*, claimed.incident_id as standing, claimed.incident_id = call.incident_id as fresh,
      claimed.body_sha256 <> call.sha as differs
    from call join claimed using (org_id, endpoint_id, key) join counted using (n)
    where counted.used < counted.quota),
  said as materialized (
    select n, org_id, endpoint_id, id, incident_id, incident, fresh, standing, differs, entry, start, length,
      case when fresh then delivery else ${REPLAYED_DELIVERY} end as delivery
    from judged),
  opened as (
    insert into ledger.incidents (org_id, id, version, entry_id, position, record)
    select org_id, incident_id, 1, id, 0, incident from said where fresh),
  taken as (
    insert into ledger.deliveries (org_id, id, endpoint_id, incident_id, record, body)
    select org_id, id, endpoint_id, standing, delivery,
      case when fresh or differs then substring($14::bytea from start for length) end
    from said),
  written as (
    select array_agg(n::int order by n) as ns, array_agg(fresh order by n) as fresh,
      array_agg(standing::text order by n) as standing,
      ledger.append(array_agg(org_id order by n), array_agg(id order by n), array_agg(
        case when fresh then entry else ${REPLAYED_ENTRY} end order by n))
    from said)
  select quotas.*, written.* from written, (
    select array_agg(used order by n) as used, array_agg(reset::int order by n) as reset,
      array_agg(retry_after order by n) as retry_after from counted) as quotas`

/** Larger bodies share a statement with few others, so that no statement carries more than a few MiB. */
const SMALL_BYTES = 64 * 1024

/** One array a column: of all calls in their order; from `ns` on of those within their quota, null for none. */
type Row = {
  used: number[]
  reset: number[]
  retry_after: number[]
  ns: number[] | null
  fresh: boolean[]
  standing: string[]
}
