import { groupCommit } from '../../kernel/concurrency/group-commit.ts'
import { array } from '../../kernel/database/array-literal.ts'
import type { Database } from '../../kernel/database/database.ts'
import { isStatementRefused } from '../../kernel/database/errors.ts'
import { across } from '../../kernel/database/tenant-guard/relations.ts'
import { type SpanKey, shortName } from '../domain/spans/span.ts'
import type { TraceKey } from '../domain/spans/trace.ts'
import { type Claim, claimed } from './claims.ts'
import { SETTLE, type SettledOf, type SettledTrace, settledValues, unpacked } from './settled-spans.ts'
import { LEFT, rowsOfTrace, TRACES } from './traces-sql.ts'
import {
  DELETE_WAITING,
  type WaitedSpan,
  type WaitingSpans,
  waitedValues,
  waitingSpans,
} from './waiting-spans.ts'

/** The stored part of a trace, ids in hex: the number of bytes of waiting spans, the settled spans, and their run. */
export type StoredTrace = {
  traceId: string
  waitingBytes: number
  settled: SpanKey[]
  runId: string | undefined
}

export type SpanStore = WaitingSpans & {
  /**
   * Reads the traces with these ids, each with its newest settled spans, as many as one statement may read (traces-sql.ts).
   * Concurrent calls share one statement, here and in `left`, `settle` and `deleteWaiting`.
   */
  traces(organizationId: string, traceIds: string[]): Promise<StoredTrace[]>
  /** Returns the traces, among the given ones, that have a run although spans wait in them. */
  left(organizationId: string, traceIds: string[]): Promise<string[]>
  /** Stores spans as settled: as part of a run. */
  settle(organizationId: string, traces: readonly SettledTrace[]): Promise<void>
  /** Deletes spans that waited. */
  deleteWaiting(organizationId: string, waited: readonly WaitedSpan[]): Promise<void>
  /** Returns the names (eventName) of the events of a run that have one of these seqs, by seq. */
  spansAt(organizationId: string, runId: string, seqs: number[]): Promise<Map<number, string>>
  /** Returns the tool calls of traces in a run, as far as they are among its newest 10,000 events and among 32 MiB of these. */
  eventsOf(organizationId: string, runId: string, traceIds: readonly string[]): Promise<EventOfSpan[]>
  /** Returns the ids of those of these claims (claims.ts) that were written before. */
  claimed(organizationId: string, claims: readonly Claim[]): Promise<Set<string>>
  /**
   * Returns up to 100 traces whose last waiting span arrived `seconds` ago or earlier, without the delayed ones. The oldest trace
   * of each organization comes before the second one of any.
   */
  idle(seconds: number, delayed: readonly TraceKey[]): Promise<(TraceKey & { idleSeconds: number })[]>
  /** Deletes settled spans that arrived `days` ago or earlier, at most 10,000 rows of each table. */
  expire(days: number): Promise<void>
}

export function spanStore(db: Database): SpanStore {
  const traces = sharing({
    name: 'traces',
    sizeOf: tracesIn,
    run: (calls: Traces[]) => readTraces(db, calls),
  })
  const left = sharing({
    name: 'spans left',
    sizeOf: tracesIn,
    run: (calls: Traces[]) => readLeft(db, calls),
  })
  const settle = sharing({
    name: 'settle spans',
    sizeOf: spansIn,
    run: (calls: SettledOf[][]) => settleAll(db, calls),
  })
  const deleteWaiting = sharing({
    name: 'delete waiting spans',
    sizeOf: (waited: readonly WaitedOf[]) => waited.length,
    run: (calls: WaitedOf[][]) => deleteAll(db, calls),
  })
  return {
    ...waitingSpans(db),
    traces: async (organizationId, traceIds) => await traces({ organizationId, traceIds }),
    left: async (organizationId, traceIds) => await left({ organizationId, traceIds }),
    settle: async (organizationId, traces) =>
      await settle(traces.map((trace) => ({ ...trace, organizationId }))),
    deleteWaiting: async (organizationId, waited) =>
      await deleteWaiting(waited.map((span) => ({ ...span, organizationId }))),
    spansAt: (organizationId, runId, seqs) => spansAt(db, organizationId, runId, seqs),
    eventsOf: (organizationId, runId, traceIds) => eventsOf(db, organizationId, runId, traceIds),
    claimed: (organizationId, claims) => claimed(db, organizationId, claims),
    idle: (seconds, delayed) => idleTraces(db, seconds, delayed),
    expire: async (days) => {
      for (const text of EXPIRE) await db.query({ text, values: [days] })
    },
  }
}

type Queries = Pick<Database, 'query'>

async function readTraces(db: Queries, calls: Traces[]): Promise<StoredTrace[][]> {
  const [organizations, ids] = tracesOf(calls)
  const values = [array(organizations), ids, rowsOfTrace(ids.length)]
  const rows = await db.query<Row>({ name: 'traces', text: TRACES, values })
  const found = Map.groupBy(rows, nameOfTrace)
  return calls.map(({ organizationId, traceIds }) =>
    traceIds.flatMap((traceId) => {
      const rows = found.get(`${organizationId} ${traceId}`)
      return rows === undefined ? [] : [storedTrace(traceId, rows)]
    }),
  )
}

async function readLeft(db: Queries, calls: Traces[]): Promise<string[][]> {
  const [organizations, ids] = tracesOf(calls)
  const values = [array(organizations), ids]
  const rows = await db.query<OfTrace>({ name: 'spans left', text: LEFT, values })
  const found = new Set(rows.map(nameOfTrace))
  return calls.map(({ organizationId, traceIds }) =>
    traceIds.filter((traceId) => found.has(`${organizationId} ${traceId}`)),
  )
}

async function settleAll(db: Queries, calls: SettledOf[][]): Promise<undefined[]> {
  await db.query({ name: 'settle spans', text: SETTLE, values: settledValues(calls.flat()) })
  return new Array(calls.length)
}

async function deleteAll(db: Queries, calls: WaitedOf[][]): Promise<undefined[]> {
  await db.query({ name: 'delete waiting spans', text: DELETE_WAITING, values: waitedValues(calls.flat()) })
  return new Array(calls.length)
}

async function spansAt(
  db: Queries,
  organizationId: string,
  runId: string,
  seqs: number[],
): Promise<Map<number, string>> {
  const rows = await db.query<{ seq: string; span: string | null }>({
    text: `
      select seq, (record::json #>> '{payload,trace_id}') || (record::json #>> '{payload,span_id}')
        || coalesce(record::json #>> '{payload,differs}', '') || ' ' || coalesce(record::json ->> 'tool_name', '') as span
      from ingestion.agent_events where org_id = $1 and run_id = $2 and seq = any ($3::bigint[])`,
    values: [organizationId, runId, seqs],
  })
  return new Map(rows.map(({ seq, span }) => [Number(seq), span ?? '']))
}

async function eventsOf(
  db: Queries,
  organizationId: string,
  runId: string,
  traceIds: readonly string[],
): Promise<EventOfSpan[]> {
  return await db.query<EventOfSpan>({
    text: `
      select id, tool_name as "toolName", payload ->> 'trace_id' as "traceId", payload ->> 'span_id' as "spanId" from (
        select id, record::json ->> 'tool_name' as tool_name, record::json -> 'payload' as payload from (
          select id, record, sum(octet_length(record)) over (order by seq desc) as bytes from (
            select id, seq, record from ingestion.agent_events where org_id = $1 and run_id = $2 order by seq desc limit 10000
          ) newest
        ) counted where bytes <= 32 * 1024 * 1024
      ) e where tool_name is not null and payload ->> 'trace_id' = any ($3::text[])`,
    values: [organizationId, runId, array(traceIds)],
  })
}

/** The event of a call of a tool that a span reported. */
export type EventOfSpan = { id: string; toolName: string; traceId: string; spanId: string | null }

async function idleTraces(
  db: Queries,
  seconds: number,
  delayed: readonly TraceKey[],
): Promise<(TraceKey & { idleSeconds: number })[]> {
  const values = [
    seconds,
    array(delayed.map(({ organizationId }) => organizationId)),
    delayed.map(({ traceId }) => Buffer.from(traceId, 'hex')),
  ]
  const rows = await db.query<OfTrace & { idle: number }>({ text: IDLE, values })
  return rows.map(({ org_id, trace_id, idle }) => ({
    organizationId: org_id,
    traceId: trace_id.toString('hex'),
    idleSeconds: idle,
  }))
}

/**
 * Lets calls that arrive together share a statement. A large call has its own, so that no other call waits long for its
 * statement.
 */
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

function tracesIn({ traceIds }: Traces): number {
  return traceIds.length
}

function spansIn(traces: readonly SettledOf[]): number {
  return traces.reduce((sum, { spans }) => sum + spans.length, 0)
}

/** Returns the traces that calls name, each once, as two columns: organizations and trace ids. */
function tracesOf(calls: readonly Traces[]): [organizations: string[], ids: Buffer[]] {
  const wanted = new Map(
    calls.flatMap(({ organizationId, traceIds }) =>
      traceIds.map((traceId) => [`${organizationId} ${traceId}`, { organizationId, traceId }]),
    ),
  )
  const traces = [...wanted.values()]
  return [
    traces.map(({ organizationId }) => organizationId),
    traces.map(({ traceId }) => Buffer.from(traceId, 'hex')),
  ]
}

function nameOfTrace({ org_id, trace_id }: OfTrace): string {
  return `${org_id} ${trace_id.toString('hex')}`
}

function storedTrace(traceId: string, rows: readonly Row[]): StoredTrace {
  const trace: StoredTrace = { traceId, waitingBytes: 0, settled: [], runId: undefined }
  for (const row of rows) {
    if (row.waiting !== null) {
      trace.waitingBytes = Number(row.waiting)
      continue
    }
    trace.runId = row.run_id!
    // A row without both belongs to a trace whose spans do not fit into the limit of what is read.
    if (row.spans !== null) for (const span of unpacked(row.spans)) trace.settled.push(span)
    else if (row.span_id !== null) {
      trace.settled.push({
        id: row.span_id.toString('hex'),
        parentId: row.parent_id!.toString('hex'),
        tool: shortName(row.tool_name ?? undefined),
        call: shortName(row.tool_call_id ?? undefined),
        content: undefined,
        origin: undefined,
        agent: undefined,
      })
    }
  }
  return trace
}

/** Limit of calls in one statement, and the number of spans or traces beyond which a call has a statement of its own. */
const MAX_CALLS = 16
const LARGE = 500

/** A trace whose last span has a time in the future, because the clock was set back since, is idle too. */
const IDLE = `${across('idle traces')}
  select org_id, trace_id, abs(extract(epoch from now() - last))::float8 as idle from (
    select org_id, trace_id, max(arrived_at) as last,
      row_number() over (partition by org_id order by max(arrived_at), trace_id) as turn
    from ingestion.spans s
    where run_id is null and not exists (
      select from unnest($2::uuid[], $3::bytea[]) as d (org_id, trace_id)
      where d.org_id = s.org_id and d.trace_id = s.trace_id)
    group by org_id, trace_id
    having max(arrived_at) < now() - make_interval(secs => $1) or max(arrived_at) > now() + interval '1 hour') idle
  order by turn, last limit 100`

/** `ingestion.spans` has spans of runs that earlier versions settled. */
const EXPIRE = ['ingestion.settled_spans', 'ingestion.spans'].map(
  (table) => `${across('expire spans')}
    delete from ${table} where ctid = any (array(
      select ctid from ${table}
      where run_id is not null and arrived_at < now() - make_interval(days => $1) limit 10000))`,
)

type Traces = { organizationId: string; traceIds: string[] }
type WaitedOf = WaitedSpan & { organizationId: string }
type OfTrace = { org_id: string; trace_id: Buffer }
type Row = OfTrace & {
  span_id: Buffer | null
  parent_id: Buffer | null
  tool_name: string | null
  tool_call_id: string | null
  waiting: string | null
  run_id: string | null
  spans: string | null
}
