import { fromBinary, toBinary } from '@bufbuild/protobuf'
import { WaitingSpanSchema } from '../../../proto/gen/attestry/ingestion/v1/spans_pb.ts'
import { mapInTurns } from '../../kernel/concurrency/event-loop.ts'
import { type Semaphore, semaphore } from '../../kernel/concurrency/semaphore.ts'
import { array } from '../../kernel/database/array-literal.ts'
import type { Database } from '../../kernel/database/database.ts'
import { type Actor, ActorKind } from '../../kernel/identity/caller.ts'
import { distinguishingHash, hasSameContent } from '../domain/spans/sent-again.ts'
import { type Span, spanName, storedSpan } from '../domain/spans/span.ts'

/**
 * The key of a waiting span within its trace, in hex: its id, or a longer key if another span has that id. `arrived` is the time
 * of its arrival, as PostgreSQL writes it: after the span was deleted, another one may wait under the same key.
 */
export type WaitingKey = { key: string; arrived: string }
/** A span that waited, with the id of its trace in hex. */
export type WaitedSpan = WaitingKey & { traceId: string }

/** A span that waits, its key and its sender. */
type WaitingSpan = WaitingKey & { span: Span; actor: Actor }

/** Spans that wait for the root of their trace. */
export type WaitingSpans = {
  /**
   * Stores spans that wait for their root. If an API key sent them, it MUST still be valid. Spans that are stored already stay.
   *
   * @returns the number of new spans; undefined when too many spans or bytes of the organization wait already. Then either nothing
   * is stored, or all but the twins
   */
  put(organizationId: string, actor: Actor, spans: readonly Span[]): Promise<number | undefined>
  /**
   * Returns the spans that wait in these traces, in the order in which they came. A caller that reads more than LARGE_BYTES of
   * them MUST hold a place of `large`.
   */
  waiting(organizationId: string, traceIds: string[]): Promise<WaitingSpan[]>
  /** Returns the sender of a span that waits in the trace; undefined when none waits. */
  sender(organizationId: string, traceId: string): Promise<Actor | undefined>
  large: Pick<Semaphore, 'acquire'>
}

export function waitingSpans(db: Database): WaitingSpans {
  const puts = semaphore({ ...PLACES, what: 'spans without a root', places: 8, placesPerOwner: 2 })
  return {
    put: async (organizationId, actor, spans) => {
      const places = new Map(spans.map((span, place) => [span, place]))
      const write = (keyed: ReadonlyMap<string, Span>): Promise<number | undefined> =>
        putKeyed(db, { organizationId, actor, places }, keyed)
      const { own, twins } = keyedSpans(spans)
      const release = await puts.acquire(organizationId)
      try {
        const made = await write(own)
        if (made === undefined) return undefined
        if (made < own.size)
          for (const [key, span] of await differing(db, organizationId, own)) twins.set(key, span)
        const more = twins.size === 0 ? 0 : await write(twins)
        return more === undefined ? undefined : made + more
      } finally {
        release()
      }
    },
    waiting: async (organizationId, traceIds) => {
      const values = [organizationId, traceIds.map((id) => Buffer.from(id, 'hex'))]
      const rows = await db.query<{ span_id: Buffer; waiting: Buffer; arrived: string; call: string }>({
        name: 'waiting spans',
        text: WAITING,
        values,
      })
      const waiting = await mapInTurns(rows, ({ span_id, waiting, arrived, call }) => ({
        ...waitingSpan(waiting),
        key: span_id.toString('hex'),
        arrived,
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

/** @returns the number of new spans; undefined, with nothing stored, when too many spans or bytes wait already */
async function putKeyed(
  db: Pick<Database, 'query'>,
  call: { organizationId: string; actor: Actor; places: ReadonlyMap<Span, number> },
  keyed: ReadonlyMap<string, Span>,
): Promise<number | undefined> {
  const { organizationId, actor, places } = call
  const rows = inKeyOrder(keyed)
  const kept = await mapInTurns(rows, ([, span]) =>
    Buffer.from(
      toBinary(WaitingSpanSchema, {
        $typeName: 'attestry.ingestion.v1.WaitingSpan',
        span: span.report,
        actor,
        place: places.get(span)!,
      }),
    ),
  )
  const key = actor.kind === ActorKind.API_KEY ? [actor.id] : []
  const values = [organizationId, ...columnsOf(rows), kept, MAX_WAITING, MAX_WAITING_BYTES, key]
  const [row] = await db.query<{ fits: boolean; made: string }>({ name: 'put spans', text: PUT, values })
  return row!.fits ? Number(row!.made) : undefined
}

function waitingSpan(waiting: Buffer): Omit<WaitingSpan, keyof WaitingKey> & { place: number } {
  const { span, actor, place } = fromBinary(WaitingSpanSchema, waiting)
  return { span: storedSpan(span!), actor: actor!, place }
}

/**
 * Returns spans by trace id and key, in hex. `own`: the first span with its ids. `twins`: spans with those ids that say something
 * else.
 */
function keyedSpans(spans: readonly Span[]): { own: Map<string, Span>; twins: Map<string, Span> } {
  const own = new Map<string, Span>()
  const twins = new Map<string, Span>()
  for (const span of spans) {
    const first = own.get(spanName(span))
    if (first === undefined) own.set(spanName(span), span)
    else if (!hasSameContent(first, span)) twins.set(twinKey(span), span)
  }
  return { own, twins }
}

/** Returns the key of a twin: its ids and a hash of what it says. It is longer than the keys in `own`. */
function twinKey(span: Span): string {
  return spanName(span) + Buffer.from(distinguishingHash(span), 'base64url').toString('hex')
}

/** Returns the spans whose ids a waiting span has that says something else, each by the key of a twin. */
async function differing(
  db: Pick<Database, 'query'>,
  organizationId: string,
  spans: ReadonlyMap<string, Span>,
): Promise<[string, Span][]> {
  const values = [organizationId, ...columnsOf(inKeyOrder(spans)).slice(0, 2)]
  const rows = await db.query<{ waiting: Buffer }>({ name: 'spans that wait', text: THERE, values })
  const there = await mapInTurns(rows, ({ waiting }) => waitingSpan(waiting).span)
  return there.flatMap((one) => {
    const span = spans.get(spanName(one))!
    return hasSameContent(one, span) ? [] : [[twinKey(span), span]]
  })
}

/** Sorts by key, so that no two statements can deadlock. */
function inKeyOrder(keyed: ReadonlyMap<string, Span>): [key: string, span: Span][] {
  return [...keyed].sort(([a], [b]) => (a < b ? -1 : 1))
}

function columnsOf(rows: readonly [key: string, span: Span][]): unknown[] {
  return [
    rows.map(([, { report }]) => buffer(report.traceId)),
    rows.map(([key, { traceId }]) => Buffer.from(key.slice(traceId.length), 'hex')),
    rows.map(([, { report }]) => buffer(report.parentId)),
    rows.map(([, { report }]) => report.toolName ?? null),
    rows.map(([, { report }]) => report.toolCallId ?? null),
  ]
}

function buffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/**
 * Limits of an organization's waiting spans and their bytes. Two calls at the same moment may exceed them by one call's spans.
 */
const MAX_WAITING = 50_000
const MAX_WAITING_BYTES = 32 * 1024 * 1024

/** Bytes of waiting spans beyond which reading needs a place. There are two places, one an organization. */
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

/** Deletes spans that waited. The rows are locked in the order of their key. */
export const DELETE_WAITING = `
  delete from ingestion.spans where (org_id, trace_id, span_id) in (
    select k.org_id, k.trace_id, k.span_id from ingestion.spans k
    join (select org_id, decode(trace_id, 'hex') as trace_id, decode(span_id, 'hex') as span_id, arrived_at
      from unnest($1::uuid[], $2::text[], $3::text[], $4::timestamptz[]) as u (org_id, trace_id, span_id, arrived_at)) as w
      on k.org_id = w.org_id and k.trace_id = w.trace_id and k.span_id = w.span_id and k.arrived_at = w.arrived_at
    where k.run_id is null order by 1, 2, 3 for update of k)`

/** The parameters of DELETE_WAITING. */
export function waitedValues(waited: readonly (WaitedSpan & { organizationId: string })[]): string[] {
  return [
    array(waited.map(({ organizationId }) => organizationId)),
    array(waited.map(({ traceId }) => traceId)),
    array(waited.map(({ key }) => key)),
    array(waited.map(({ arrived }) => arrived)),
  ]
}

const THERE = `
  select s.waiting from unnest($2::bytea[], $3::bytea[]) as wanted (trace_id, span_id)
  cross join lateral (
    select waiting from ingestion.spans k
    where k.org_id = $1 and k.trace_id = wanted.trace_id and k.span_id = wanted.span_id and k.run_id is null
    offset 0) s`

const WAITING = `
  select span_id, waiting, arrived_at::text as arrived, dense_rank() over (order by arrived_at) as call
  from ingestion.spans where org_id = $1 and trace_id = any ($2::bytea[]) and run_id is null`

const SENDER = `
  select waiting from ingestion.spans where org_id = $1 and trace_id = $2 and run_id is null limit 1`
