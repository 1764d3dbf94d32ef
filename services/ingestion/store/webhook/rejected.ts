import type { AuditEntryText } from '../../../kernel/audit/audit-entry.ts'
import { groupCommit } from '../../../kernel/concurrency/group-commit.ts'
import { array } from '../../../kernel/database/array-literal.ts'
import type { Database } from '../../../kernel/database/database.ts'
import { isStatementRefused } from '../../../kernel/database/errors.ts'
import { entryValues } from '../../../kernel/database/record-store.ts'
import { MAX_ID, MIN_ID } from '../../../kernel/database/seek.ts'
import type { Order } from '../../../kernel/lists/list.ts'
import type { Log } from '../../../kernel/logging/log.ts'
import { INSTALLATION_ID } from '../../../kernel/values/ids.ts'
import type { EndpointRef } from '../../domain/webhook/seal.ts'
import { pruning } from './prune.ts'

/** A webhook call that opened no incident, as it is stored with its endpoint. */
type RejectedCall = {
  /** The request id. */
  id: string
  signed: boolean
  receivedAt: Date
  status: number
  code: string
  reason: string
  /** The answer to its caller; empty for calls of versions that did not store it. */
  message: string
  excerpt: string
}

/** The filter of a list of rejected calls. */
type RejectedFilter = {
  signed?: boolean | undefined
  code?: string | undefined
  since?: Date | undefined
  until?: Date | undefined
  /** Texts, all of which occur in the stored call. */
  search: readonly string[]
}

/** Webhook calls that opened no incident. */
export type RejectedStore = {
  /**
   * Appends the audit entry of the call and stores the call with its endpoint, if it has one, in one statement. Repeating this for
   * the same request changes nothing.
   */
  record(write: {
    entry: AuditEntryText
    endpoint: EndpointRef | undefined
    call: RejectedCall
  }): Promise<void>
  /** Up to `limit` calls of an endpoint after the call `cursor`. */
  page(
    endpoint: EndpointRef,
    limit: number,
    cursor: string | undefined,
    filter: RejectedFilter,
    order: Order,
  ): Promise<RejectedCall[]>
  /** Counts the calls of an endpoint that the filter shows. The number is exact, since few calls are kept. */
  count(endpoint: EndpointRef, filter: RejectedFilter): Promise<bigint>
  /** Counts the kept calls of one endpoint or of all, by endpoint and UTC day, newest first, up to `limit` groups. */
  byDay(organizationId: string, endpointId: string | undefined, limit: number): Promise<RejectedDay[]>
}

type RejectedDay = {
  endpointId: string
  day: string
  signed: number
  unsigned: number
  newestAt: Date
}

export function rejectedStore(db: Database, log: Log): RejectedStore {
  const prune = pruning(db, log)
  return {
    record: groupCommit({
      retriable: isStatementRefused,
      run: async (writes) => {
        const kept = writes.map(({ endpoint = NOBODY, call }) => ({ endpoint, call }))
        await db.query({ name: 'record rejected', text: RECORD, values: recordValues(writes, kept) })
        for (const { endpoint, call } of kept) prune({ endpoint, signed: call.signed })
        return new Array(writes.length)
      },
    }),
    async page(endpoint, limit, cursor, filter, order) {
      const oldest = order === 'oldest'
      const values = [...filterValues(endpoint, filter), cursor ?? (oldest ? MIN_ID : MAX_ID), limit]
      const text = oldest ? pageSql('>', 'asc') : pageSql('<', 'desc')
      const rows = await db.query<Row>({ name: `page rejected ${order}`, text, values })
      return rows.map(({ received_ms, ...call }) => ({ ...call, receivedAt: new Date(Number(received_ms)) }))
    },
    async count(endpoint, filter) {
      const values = filterValues(endpoint, filter)
      const [row] = await db.query<{ count: string }>({ name: 'count rejected', text: COUNT, values })
      return BigInt(row!.count)
    },
    async byDay(organizationId, endpointId, limit) {
      const values = [organizationId, limit, ...(endpointId === undefined ? [] : [endpointId])]
      const rows = await db.query<DayRow>({
        name: `rejected by day ${endpointId !== undefined}`,
        text: byDaySql(endpointId === undefined ? '' : 'and endpoint_id = $3'),
        values,
      })
      return rows.map(({ endpoint_id, newest_ms, ...day }) => ({
        ...day,
        endpointId: endpoint_id,
        newestAt: new Date(Number(newest_ms)),
      }))
    },
  }
}

/**
 * The id under which calls to unknown endpoints are stored. No endpoint has this id, so the calls are not visible. They are stored
 * because calls to known and to unknown endpoints MUST take the same work.
 */
const NOBODY = { orgId: INSTALLATION_ID, id: INSTALLATION_ID }

type Kept = { endpoint: EndpointRef; call: RejectedCall }

/** Returns the parameters of RECORD. */
function recordValues(writes: readonly { entry: AuditEntryText }[], kept: readonly Kept[]): unknown[] {
  return [
    ...entryValues(writes.map(({ entry }) => entry)),
    array(kept.map(({ endpoint }) => endpoint.orgId)),
    array(kept.map(({ endpoint }) => endpoint.id)),
    array(kept.map(({ call }) => String(call.signed))),
    array(kept.map(({ call }) => call.id)),
    array(kept.map(({ call }) => `"${call.receivedAt.toISOString()}"`)),
    array(kept.map(({ call }) => call.status)),
    kept.map(({ call }) => call.code),
    kept.map(({ call }) => call.reason),
    kept.map(({ call }) => call.excerpt),
    kept.map(({ call }) => call.message),
  ]
}

const RECORD = `
  with kept as (
    insert into ingestion.rejected_deliveries
      (org_id, endpoint_id, signed, id, received_at, status, code, reason, excerpt, message)
    select * from unnest($4::uuid[], $5::uuid[], $6::boolean[], $7::uuid[], $8::timestamptz[], $9::int[], $10::text[],
      $11::text[], $12::text[], $13::text[])
    on conflict do nothing)
  select ledger.record($1::uuid[], $2::uuid[], string_to_array($3, E'\\n'))`

function filterValues(
  { orgId, id }: EndpointRef,
  { signed, code, since, until, search }: RejectedFilter,
): unknown[] {
  return [orgId, id, signed ?? null, code ?? null, since ?? null, until ?? null, [...search]]
}

/** Filters the kept calls of an endpoint. */
const FILTERED = `org_id = $1 and endpoint_id = $2 and ($3::boolean is null or signed = $3) and ($4::text is null or code = $4)
  and ($5::timestamptz is null or received_at >= $5) and ($6::timestamptz is null or received_at < $6)
  and not exists (select from unnest($7::text[]) as part
    where strpos(lower(concat_ws(' ', id, status, code, reason, message, excerpt)), lower(part)) = 0)`

const COUNT = `select count(*) from ingestion.rejected_deliveries where ${FILTERED}`

const pageSql = (beyond: string, by: string) => `
  select id, signed, floor(extract(epoch from received_at) * 1000)::text as received_ms, status, code, reason, message, excerpt from (
    (select * from ingestion.rejected_deliveries where ${FILTERED} and signed and id ${beyond} $8 order by id ${by} limit $9)
    union all
    (select * from ingestion.rejected_deliveries where ${FILTERED} and not signed and id ${beyond} $8 order by id ${by} limit $9)
  ) as both_kinds order by id ${by} limit $9`

type DayRow = Omit<RejectedDay, 'endpointId' | 'newestAt'> & { endpoint_id: string; newest_ms: string }
type Row = Omit<RejectedCall, 'receivedAt'> & { received_ms: string }

/** Counts the calls by endpoint and UTC day: $1 organization, $2 limit. */
const byDaySql = (ofEndpoint: string) => `
  select endpoint_id, to_char(received_at at time zone 'UTC', 'YYYY-MM-DD') as day,
    count(*) filter (where signed)::int as signed, count(*) filter (where not signed)::int as unsigned,
    floor(extract(epoch from max(received_at)) * 1000)::text as newest_ms
  from ingestion.rejected_deliveries where org_id = $1 ${ofEndpoint}
  group by 1, 2 order by 2 desc, 1 limit $2`
