import { canonicalPayload, type Payload } from './payload.ts'
import { type Span, type SpanKey, shortHash } from './span.ts'

/**
 * The spans of a trace that are not settled: those that waited, then those that were reported. A span that is sent again says the same.
 * One that has the ids of another and says something else is a span of its own: whoever knows the ids of a span, as a server does whose
 * client names them, could otherwise keep it out by sending another one first.
 *
 * @returns also how many were sent again
 */
export function newSpans(
  settled: readonly SpanKey[],
  waited: readonly Span[],
  reported: readonly Span[],
): { fresh: Span[]; repeated: number } {
  const known = Map.groupBy(settled, ({ id }) => id)
  const fresh: Span[] = []
  let repeated = 0
  const take = (span: Span): boolean => {
    const others = known.get(span.id)
    if (others === undefined) known.set(span.id, [span])
    else if (others.some((other) => saysTheSame(other, span))) return false
    else others.push(span)
    fresh.push(others === undefined ? span : twinOf(span))
    return true
  }
  // A span that waits can be settled already: an exporter repeated it while its trace was settled.
  for (const span of waited) take(span)
  for (const span of reported) if (!take(span)) repeated += 1
  return { fresh, repeated }
}

/** Of a span that an earlier version settled, only its tool, its call and its place are known. */
export function saysTheSame(a: SpanKey, b: SpanKey): boolean {
  return (
    a.parentId === b.parentId &&
    a.tool === b.tool &&
    a.call === b.call &&
    (a.said === b.said || a.said === undefined || b.said === undefined)
  )
}

/** What distinguishes a span from others with its ids. */
export function textOf({ parentId, tool, call, said }: SpanKey): string {
  return shortHash([parentId, tool, call, said])
}

/** A span whose ids another one has. The payload of its event says so. */
function twinOf(span: Span): Span {
  const twin = textOf(span)
  return { ...span, twin, payload: payloadOf(span, twin) }
}

function payloadOf({ report, traceId, id }: Span, differs: string): Payload {
  const whole = canonicalPayload({ ...(report.payload ?? {}), differs })
  // Where the mark does not fit, the ids are what has to stay.
  const kept =
    typeof whole === 'string' ? canonicalPayload({ trace_id: traceId, span_id: id, differs }) : whole
  return kept as Payload
}
