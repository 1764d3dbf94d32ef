import { fromBinary, toBinary } from '@bufbuild/protobuf'
import { WaitingSpanSchema } from '../../../proto/gen/attestry/ingestion/v1/spans_pb.ts'
import { mapInTurns } from '../../kernel/concurrency/event-loop.ts'
import { type Semaphore, semaphore } from '../../kernel/concurrency/semaphore.ts'
import type { Database } from '../../kernel/database/database.ts'
import { type Actor, ActorKind } from '../../kernel/identity/caller.ts'
import { type Span, spanName, storedSpan } from '../domain/span.ts'

/** A span that waits, and who sent it. */
type WaitingSpan = { span: Span; actor: Actor }

/** Spans that wait for the root of their trace. */
export type WaitingSpans = {
  /**
   * Stores spans that wait for their root, of a key while it is valid. Spans that are stored already stay. @returns how many are
   * new; undefined, with nothing stored, when too many spans of the organization wait already, or too many bytes
   */
  put(organizationId: string, actor: Actor, spans: readonly Span[]): Promise<number | undefined>
  /**
   * The spans that wait in these traces, in the order in which they came. A caller that reads more than LARGE_BYTES of them has a
   * place of `large`.
   */
  waiting(organizationId: string, traceIds: string[]): Promise<WaitingSpan[]>
  /** The sender of a span that waits in the trace; undefined when none waits. */
  sender(organizationId: string, traceId: string): Promise<Actor | undefined>
  large: Pick<Semaphore, 'acquire'>
}

export function waitingSpans(db: Database): WaitingSpans {
  const puts = semaphore({ ...PLACES, what: 'spans without a root', places: 8, placesPerOwner: 2 })
  return {
    put: async (organizationId, actor, spans) => {
      const places = new Map(spans.map((span, place) => [span, place]))
      const rows = inKeyOrder(spans)
      const kept = await mapInTurns(rows, (span) =>
        Buffer.from(
          toBinary(WaitingSpanSchema, {
            $typeName: 'attestry.ingestion.v1.WaitingSpan',
            span: span.report,
            actor,
            place: places.get(span)!,
          }),
        ),
      )
      const release = await puts.acquire(organizationId)
      try {
        const key = actor.kind === ActorKind.API_KEY ? [actor.id] : []
        const values = [organizationId, ...columnsOf(rows), kept, MAX_WAITING, MAX_WAITING_BYTES, key]
        const [row] = await db.query<{ fits: boolean; made: string }>({
          name: 'put spans',
          text: PUT,
          values,
        })
        return row!.fits ? Number(row!.made) : undefined
      } finally {
        release()
      }
    },
    waiting: async (organizationId, traceIds) => {
      const values = [organizationId, traceIds.map((id) => Buffer.from(id, 'hex'))]
      const rows = await db.query<{ waiting: Buffer; call: string }>({
        name: 'waiting spans',
        text: WAITING,
        values,
      })
      const waiting = await mapInTurns(rows, ({ waiting, call }) => ({
        ...waitingSpan(waiting),
        call: Number(call),
      }))
      return waiting.sort((a, b) => a.call - b.call || a.place - b.place)
    },
    sender: async (organizationId, traceId) => {
      const values = [organizationId, Buffer.from(traceId, 'hex')]
      const [row] = await db.query<{ waiting: Buffer }>({ text: SENDER, values })
      return row === undefined ? undefined : waitingSpan(row.waiting).actor
    },
    large: semaphore({ ...PLACES, what: 'large traces' }),
  }
}

function waitingSpan(waiting: Buffer): WaitingSpan & { place: number } {
  const { span, actor, place } = fromBinary(WaitingSpanSchema, waiting)
  return { span: storedSpan(span!), actor: actor!, place }
}

/** In the order of the key, each key once, the first that has it: no two statements can deadlock. */
function inKeyOrder(spans: readonly Span[]): Span[] {
  const byKey = new Map<string, Span>()
  for (const span of spans) {
    const key = spanName(span)
    if (!byKey.has(key)) byKey.set(key, span)
  }
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, span]) => span)
}

function columnsOf(spans: readonly Span[]): unknown[] {
  return [
    spans.map(({ report }) => buffer(report.traceId)),
    spans.map(({ report }) => buffer(report.spanId)),
    spans.map(({ report }) => buffer(report.parentId)),
    spans.map(({ report }) => report.toolName ?? null),
    spans.map(({ report }) => report.toolCallId ?? null),
  ]
}

function buffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Spans of an organization that may wait at once, and their bytes. Two calls at the same moment may exceed it by one call's spans. */
const MAX_WAITING = 50_000
const MAX_WAITING_BYTES = 32 * 1024 * 1024

/** Bytes of waiting spans that need a place to be read: two such calls at once, one an organization. */
export const LARGE_BYTES = 1024 * 1024
const PLACES = { places: 2, placesPerOwner: 1, waiting: 400, waitingPerOwner: 100, retryAfter: 5 }

const PUT = `
  with room as (
    select count(*) <= $8::bigint and coalesce(sum(octet_length(waiting)), 0) <= $9::bigint as fits from (
      select waiting from ingestion.spans where org_id = $1 and run_id is null limit $8::bigint + 1) w
  ), fresh as (
    insert into ingestion.spans (org_id, trace_id, span_id, parent_id, tool_name, tool_call_id, waiting)
    select $1, s.* from unnest($2::bytea[], $3::bytea[], $4::bytea[], $5::text[], $6::text[], $7::bytea[])
      as s (trace_id, span_id, parent_id, tool_name, tool_call_id, waiting)
    where (select fits from room)
    on conflict do nothing returning 1
  )
  select fits, (select count(*) from fresh) as made,
    ledger.hold_keys(array[$1::uuid], $10::uuid[]) or ledger.refuse_key() from room`

const WAITING = `
  select waiting, dense_rank() over (order by arrived_at) as call from ingestion.spans where org_id = $1 and trace_id = any ($2::bytea[]) and run_id is null`

const SENDER = `
  select waiting from ingestion.spans where org_id = $1 and trace_id = $2 and run_id is null limit 1`
