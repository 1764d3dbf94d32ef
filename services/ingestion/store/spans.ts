import { fromBinary, toBinary } from '@bufbuild/protobuf'
import { WaitingSpanSchema } from '../../../proto/gen/attestry/ingestion/v1/spans_pb.ts'
import type { Database } from '../../kernel/database/database.ts'
import { isStatementRefused } from '../../kernel/database/errors.ts'
import { array } from '../../kernel/database/record-store.ts'
import { across } from '../../kernel/database/tenant-guard/relations.ts'
import { groupCommit } from '../../kernel/group-commit.ts'
import type { Actor } from '../../kernel/identity/caller.ts'
import { type Span, type SpanKey, spanName, storedSpan } from '../domain/span.ts'
import { SETTLE, type SettledOf, settledValues, unpacked } from './settled-spans.ts'

/** A trace as it is stored, ids in hex: its spans that wait, those already in a run, and that run. */
export type StoredTrace = {
  traceId: string
  waiting: { span: Span; actor: Actor }[]
  settled: SpanKey[]
  runId: string | undefined
}

/** Spans of a trace, its id in hex, that are in a run now, and those that waited until now. */
export type SettledTrace = {
  traceId: string
  runId: string
  spans: readonly Span[]
  waited: readonly Span[]
}

export type SpanStore = {
  /**
   * Keeps spans that wait for their root. Spans that are there already stay.
   * @returns false, with nothing kept, when too many spans of the organization wait already
   */
  put(organizationId: string, actor: Actor, spans: readonly Span[]): Promise<boolean>
  /** The traces with these ids; concurrent calls share one statement, here and in what follows. */
  traces(organizationId: string, traceIds: string[]): Promise<StoredTrace[]>
  /** Spans that wait in these traces although their trace has a run. */
  left(organizationId: string, traceIds: string[]): Promise<Span[]>
  /** Notes spans as part of a run, and forgets that spans of the trace wait. */
  settle(organizationId: string, traces: readonly SettledTrace[]): Promise<void>
  /** The spans that made events of a run, by the events' seq. */
  spansAt(organizationId: string, runId: string, seqs: number[]): Promise<Map<number, string>>
  /** Up to 100 traces of all organizations whose last span arrived `seconds` ago or earlier. */
  idle(seconds: number): Promise<{ organizationId: string; traceId: string }[]>
  /** Forgets spans of runs that arrived `days` ago or earlier, at most 10,000. */
  expire(days: number): Promise<void>
}

export function spanStore(db: Database): SpanStore {
  const traces = sharing<Traces, StoredTrace[]>({
    sizeOf: ({ traceIds }) => traceIds.length,
    name: 'traces',
    run: async (calls) => {
      const rows = await db.query<Row>({ name: 'traces', text: TRACES, values: tracesOf(calls) })
      const found = Map.groupBy(rows, nameOfTrace)
      return calls.map(({ organizationId, traceIds }) =>
        traceIds.flatMap((traceId) => {
          const rows = found.get(`${organizationId} ${traceId}`)
          return rows === undefined ? [] : [storedTrace(traceId, rows)]
        }),
      )
    },
  })
  const left = sharing<Traces, Span[]>({
    sizeOf: ({ traceIds }) => traceIds.length,
    name: 'spans left',
    run: async (calls) => {
      const rows = await db.query<LeftRow>({ name: 'spans left', text: LEFT, values: tracesOf(calls) })
      const found = Map.groupBy(rows, nameOfTrace)
      return calls.map(({ organizationId, traceIds }) =>
        traceIds.flatMap((traceId) =>
          (found.get(`${organizationId} ${traceId}`) ?? []).map(({ waiting }) => waitingSpan(waiting).span),
        ),
      )
    },
  })
  const settle = sharing<SettledOf[], void>({
    sizeOf: (traces) => traces.reduce((sum, { spans, waited }) => sum + spans.length + waited.length, 0),
    name: 'settle spans',
    run: async (calls) => {
      await db.query({ name: 'settle spans', text: SETTLE, values: settledValues(calls.flat()) })
      return new Array(calls.length)
    },
  })
  return {
    put: async (organizationId, actor, spans) => {
      const rows = inKeyOrder(spans.map((span) => ({ organizationId, span })))
      const waiting = rows.map(({ span }) =>
        Buffer.from(
          toBinary(WaitingSpanSchema, {
            $typeName: 'attestry.ingestion.v1.WaitingSpan',
            span: span.report,
            actor,
          }),
        ),
      )
      const [row] = await db.query<{ waiting: string }>({
        name: 'put spans',
        text: PUT,
        values: [organizationId, ...columnsOf(rows), waiting, MAX_WAITING],
      })
      return Number(row!.waiting) <= MAX_WAITING
    },
    traces: async (organizationId, traceIds) => await traces({ organizationId, traceIds }),
    left: async (organizationId, traceIds) => await left({ organizationId, traceIds }),
    settle: async (organizationId, traces) =>
      await settle(traces.map((trace) => ({ ...trace, organizationId }))),
    spansAt: async (organizationId, runId, seqs) => {
      const rows = await db.query<{ seq: string; span: string | null }>({
        text: `
          select seq, (record::json #>> '{payload,trace_id}') || (record::json #>> '{payload,span_id}') as span
          from ingestion.agent_events where org_id = $1 and run_id = $2 and seq = any ($3::bigint[])`,
        values: [organizationId, runId, seqs],
      })
      return new Map(rows.map(({ seq, span }) => [Number(seq), span ?? '']))
    },
    idle: async (seconds) => {
      const rows = await db.query<{ org_id: string; trace_id: Buffer }>({ text: IDLE, values: [seconds] })
      return rows.map((row) => ({ organizationId: row.org_id, traceId: row.trace_id.toString('hex') }))
    },
    expire: async (days) => {
      for (const text of EXPIRE) await db.query({ text, values: [days] })
    },
  }
}

/** Calls that arrive together share a statement; a large one has its own, so that no statement takes long for others. */
function sharing<I, O>(options: {
  name: string
  sizeOf: (call: I) => number
  run: (calls: I[]) => Promise<O[]>
}): (call: I) => Promise<O> {
  const group = (maxBatch: number): ((call: I) => Promise<O>) =>
    groupCommit({ ...options, retriable: isStatementRefused, maxBatch })
  const [small, large] = [group(MAX_CALLS), group(1)]
  return (call) => (options.sizeOf(call) > LARGE ? large : small)(call)
}

/** In the order of the key, each key once, the first that has it: no two statements can deadlock. */
function inKeyOrder<T extends { organizationId: string; span: Span }>(rows: readonly T[]): T[] {
  const byKey = new Map<string, T>()
  for (const row of rows) {
    const key = `${row.organizationId} ${spanName(row.span)}`
    if (!byKey.has(key)) byKey.set(key, row)
  }
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

/** The parameters of TRACES and LEFT: each trace once. */
function tracesOf(calls: readonly Traces[]): unknown[] {
  const wanted = new Map(
    calls.flatMap(({ organizationId, traceIds }) =>
      traceIds.map((traceId) => [`${organizationId} ${traceId}`, { organizationId, traceId }]),
    ),
  )
  const traces = [...wanted.values()]
  return [
    array(traces.map(({ organizationId }) => organizationId)),
    traces.map(({ traceId }) => Buffer.from(traceId, 'hex')),
  ]
}

function nameOfTrace({ org_id, trace_id }: { org_id: string; trace_id: Buffer }): string {
  return `${org_id} ${trace_id.toString('hex')}`
}

function storedTrace(traceId: string, rows: readonly Row[]): StoredTrace {
  const trace: StoredTrace = { traceId, waiting: [], settled: [], runId: undefined }
  for (const row of rows) {
    if (row.waiting !== null) {
      trace.waiting.push(waitingSpan(row.waiting))
      continue
    }
    trace.runId = row.run_id!
    if (row.spans !== null) trace.settled.push(...unpacked(row.spans))
    else {
      trace.settled.push({
        id: row.span_id!.toString('hex'),
        parentId: row.parent_id!.toString('hex'),
        toolName: row.tool_name ?? undefined,
        toolCallId: row.tool_call_id ?? undefined,
      })
    }
  }
  return trace
}

function waitingSpan(waiting: Buffer): { span: Span; actor: Actor } {
  const { span, actor } = fromBinary(WaitingSpanSchema, waiting)
  return { span: storedSpan(span!), actor: actor! }
}

function columnsOf(rows: readonly { span: Span }[]): unknown[] {
  return [
    rows.map(({ span }) => buffer(span.report.traceId)),
    rows.map(({ span }) => buffer(span.report.spanId)),
    rows.map(({ span }) => buffer(span.report.parentId)),
    rows.map(({ span }) => span.toolName ?? null),
    rows.map(({ span }) => span.toolCallId ?? null),
  ]
}

function buffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Calls in one statement, and beyond how many spans or traces a call has its own. */
const MAX_CALLS = 16
const LARGE = 500

/** Spans of an organization that may wait at once. */
const MAX_WAITING = 50_000

const PUT = `
  with room as (
    select count(*) as waiting from (
      select 1 from ingestion.spans where org_id = $1 and run_id is null limit $8::bigint + 1) w
  ), fresh as (
    insert into ingestion.spans (org_id, trace_id, span_id, parent_id, tool_name, tool_call_id, waiting)
    select $1, s.* from unnest($2::bytea[], $3::bytea[], $4::bytea[], $5::text[], $6::text[], $7::bytea[])
      as s (trace_id, span_id, parent_id, tool_name, tool_call_id, waiting)
    where (select waiting from room) <= $8::bigint
    on conflict do nothing
  )
  select waiting from room`

/** One row a span; one row for all spans that a call settled of a trace, in `spans`. */
const TRACES = `
  select s.* from unnest($1::uuid[], $2::bytea[]) as wanted (org_id, trace_id)
  cross join lateral (
    (select org_id, trace_id, span_id, parent_id, tool_name, tool_call_id, waiting, run_id, null as spans
      from ingestion.spans k where k.org_id = wanted.org_id and k.trace_id = wanted.trace_id offset 0)
    union all
    (select org_id, trace_id, null, null, null, null, null, run_id, spans
      from ingestion.settled_spans k where k.org_id = wanted.org_id and k.trace_id = wanted.trace_id offset 0)) s`

const LEFT = `
  select s.* from unnest($1::uuid[], $2::bytea[]) as wanted (org_id, trace_id)
  cross join lateral (
    select w.org_id, w.trace_id, w.waiting from ingestion.spans w
    where w.org_id = wanted.org_id and w.trace_id = wanted.trace_id and w.run_id is null and (
      exists (
        select from ingestion.settled_spans k
        where k.org_id = wanted.org_id and k.trace_id = wanted.trace_id)
      or exists (
        select from ingestion.spans k
        where k.org_id = wanted.org_id and k.trace_id = wanted.trace_id and k.run_id is not null)) offset 0) s`

const IDLE = `${across('idle traces')}
  select org_id, trace_id from ingestion.spans where run_id is null
  group by org_id, trace_id having max(arrived_at) < now() - make_interval(secs => $1)
  order by max(arrived_at) limit 100`

/** `ingestion.spans` has spans of runs that earlier versions settled. */
const EXPIRE = ['ingestion.settled_spans', 'ingestion.spans'].map(
  (table) => `${across('expire spans')}
    delete from ${table} where ctid = any (array(
      select ctid from ${table}
      where run_id is not null and arrived_at < now() - make_interval(days => $1) limit 10000))`,
)

type Traces = { organizationId: string; traceIds: string[] }
type LeftRow = { org_id: string; trace_id: Buffer; waiting: Buffer }
type Row = {
  org_id: string
  trace_id: Buffer
  span_id: Buffer | null
  parent_id: Buffer | null
  tool_name: string | null
  tool_call_id: string | null
  waiting: Buffer | null
  run_id: string | null
  spans: string | null
}
