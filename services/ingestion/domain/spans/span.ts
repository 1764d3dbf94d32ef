import { hash } from 'node:crypto'
import type { SpanReport } from '../../../../proto/gen/attestry/ingestion/v1/spans_pb.ts'
import { hex } from '../../../kernel/values/hex.ts'
import { canonicalPayload, type Payload } from '../payload.ts'

/**
 * The part of a span with which other spans are compared. Earlier versions settled spans without some of the last three fields.
 */
export type SpanKey = {
  /** In hex, as `parentId`. */
  id: string
  parentId: string
  /** A `shortName`, as `call`, the id of the call. */
  tool: string | undefined
  call: string | undefined
  /** A hash of the role, agent and model that the span names. */
  content: string | undefined
  /** A hash of three facts: the span's service, whether the span begins the trace, and whether it is a server's span. */
  origin: string | undefined
  /** The agent that it names. */
  agent: string | undefined
}

/**
 * A reported span with values that are computed once: ids in hex, `start` in microseconds since 1970, its payload. `twin` is set
 * where another span has the same ids (sent-again.ts).
 */
export type Span = SpanKey & {
  traceId: string
  start: number
  payload: Payload
  report: SpanReport
  twin?: string
}

/**
 * A short name for a text: the text itself if it has at most 43 characters, all of them usual in ids; otherwise its hash. At most
 * 43 bytes of ASCII, without a space.
 */
export function shortName(text: string | undefined): string | undefined {
  if (text === undefined || PLAIN.test(text)) return text
  return `#${hash('sha256', text, 'base64url').slice(0, 22)}`
}

const PLAIN = /^[\w.:/-]{1,43}$/

/** Whether a short name is the hash of another text. */
export const isHashedName = (name: string): boolean => HASHED.test(name)

const HASHED = /^#[\w-]{22}$/

/** A hash of values that distinguishes them, of 11 characters. */
export function shortHash(values: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(values), 'base64url').slice(0, 11)
}

/** Returns the span of a report whose ids and time are valid, or the problem of its payload, in words. */
export function spanOf(report: SpanReport): Span | string {
  const payload = canonicalPayload(report.payload)
  if (typeof payload === 'string') return payload
  const { seconds, nanos } = report.startedAt!
  return {
    id: hex(report.spanId),
    parentId: hex(report.parentId),
    tool: shortName(report.toolName),
    call: shortName(report.toolCallId),
    agent: report.agent,
    content: shortHash([report.role, report.agent, report.modelName, report.modelVersion]),
    origin: shortHash([report.service, report.root, report.served]),
    traceId: hex(report.traceId),
    start: Number(seconds) * 1_000_000 + Math.floor(nanos / 1000),
    payload,
    report,
  }
}

/** Returns the span of a report that was checked when it was stored. */
export function storedSpan(report: SpanReport): Span {
  const span = spanOf(report)
  if (typeof span === 'string') throw new RangeError(`the payload of a span ${span}`)
  return span
}

/** Returns the key of a span: the trace's id, the span's id and, for a twin, the hash that distinguishes it. */
export function spanName({ traceId, id, twin = '' }: Span): string {
  return traceId + id + twin
}

/**
 * Returns the name by which the event of a span is recognised. It includes the tool, because anyone who may add events to a run
 * can give an event these ids: with another tool it is another event.
 */
export function eventName(span: Span): string {
  return `${spanName(span)} ${span.report.toolName ?? ''}`
}

/**
 * Sorts spans by the time at which they began. Exporters send them in the order in which they ended. Many tracers count
 * milliseconds, so that calls of one flow begin at the same time. Of those, a parent comes before its children, and the others keep
 * the given order.
 */
export function inStartOrder(spans: readonly Span[]): Span[] {
  const sorted = spans.toSorted(byStart)
  const isTied = (i: number): boolean =>
    i > 0 && i < sorted.length && byStart(sorted[i - 1]!, sorted[i]!) === 0
  for (let from = 0; from < sorted.length; from++) {
    if (!isTied(from + 1)) continue
    let end = from + 2
    while (isTied(end)) end++
    const tied = parentsFirst(sorted.slice(from, end))
    for (let i = from; i < end; i++) sorted[i] = tied[i - from]!
    from = end - 1
  }
  return sorted
}

function byStart(a: Span, b: Span): number {
  return a.start - b.start || a.report.startedAt!.nanos - b.report.startedAt!.nanos
}

/** Each span followed by its descendants. Spans with the same parent keep their order, and so do spans that are their own ancestors. */
function parentsFirst(spans: readonly Span[]): Span[] {
  const ids = new Set(spans.map(spanName))
  const children = Map.groupBy(spans, ({ traceId, parentId }) => traceId + parentId)
  const open = spans.filter(({ traceId, parentId }) => !ids.has(traceId + parentId)).reverse()
  const ordered = new Set<Span>()
  for (let span = open.pop(); span !== undefined; span = open.pop()) {
    ordered.add(span)
    for (const child of children.get(spanName(span))?.toReversed() ?? []) open.push(child)
  }
  return [...ordered.union(new Set(spans))]
}
