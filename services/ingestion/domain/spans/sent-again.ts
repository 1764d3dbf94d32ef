import type { Share } from '../../../kernel/concurrency/event-loop.ts'
import { canonicalPayload, type Payload } from '../payload.ts'
import { type Span, type SpanKey, shortHash } from './span.ts'

/**
 * Finds the fresh spans of a trace, which are not settled yet: those that waited, then those that were reported. A span with the
 * ids and the content of another span was sent again, and is left out. A span with the ids of another span and other content is a
 * twin, and counts as a separate span. Otherwise anyone who knows the ids of a span, such as a server to which a client passes
 * them, could keep that span out by sending another one first. Shares the event loop.
 *
 * @returns `again`: the spans that were sent again, reported or waiting; `repeated`: how many of them were reported
 */
export async function newSpans(
  settled: readonly SpanKey[],
  waited: readonly Span[],
  reported: readonly Span[],
  share: Share,
): Promise<{ fresh: Span[]; again: Span[]; repeated: number }> {
  const known = new Map<string, Map<string, Set<string>>>()
  /** Stores the content of a span. @returns whether it is the first span with its ids, has other content, or was sent again */
  const note = (span: SpanKey): 'first' | 'other' | 'again' => {
    const { id } = span
    const call = callText(span)
    const others = known.get(id)
    const contents = others?.get(call)
    const [content, ...lessKnown] = contentsOf(span)
    if (others === undefined) known.set(id, new Map([[call, new Set([content])]]))
    else if (contents === undefined) others.set(call, new Set([content]))
    else if (contents.has(content) || lessKnown.some((one) => contents.has(one))) return 'again'
    else contents.add(content)
    return others === undefined ? 'first' : 'other'
  }
  for (const key of settled) note(key)
  const fresh: Span[] = []
  const again: Span[] = []
  let repeated = 0
  const take = (span: Span): boolean => {
    const found = note(span)
    if (found === 'again') again.push(span)
    else fresh.push(found === 'first' ? span : twinOf(span))
    return found !== 'again'
  }
  // A waiting span can be settled already: an exporter repeated it while its trace was settled, or the process that settled it
  // ended before it deleted the waiting one.
  for (const span of waited) {
    const turn = share()
    if (turn !== undefined) await turn
    take(span)
  }
  for (const span of reported) {
    const turn = share()
    if (turn !== undefined) await turn
    if (!take(span)) repeated++
  }
  return { fresh, again, repeated }
}

export function hasSameContent(a: Span, b: Span): boolean {
  return callText(a) === callText(b) && contentsOf(a)[0] === contentsOf(b)[0]
}

/** Returns the content of a span as a text, then the shorter forms that earlier versions stored when they settled a span. */
function contentsOf({ content, origin }: SpanKey): [string, ...string[]] {
  if (content === undefined) return ['']
  return origin === undefined ? [content, ''] : [`${content} ${origin}`, content, '']
}

/** Ids and short names have no space. */
function callText({ parentId, tool = '', call = '' }: SpanKey): string {
  return `${parentId} ${tool} ${call}`
}

/** Returns a hash of the fields that distinguish a span from others with its ids. */
export function distinguishingHash({ parentId, tool, call, content, origin }: SpanKey): string {
  return shortHash([parentId, tool, call, content, origin])
}

/** Marks a span as the twin of another span. The payload of its event has the hash as `differs`. */
function twinOf(span: Span): Span {
  const twin = distinguishingHash(span)
  return { ...span, twin, payload: payloadOf(span, twin) }
}

function payloadOf({ report, traceId, id }: Span, differs: string): Payload {
  const complete = canonicalPayload({ ...(report.payload ?? {}), differs })
  // If the payload is too large with the hash, only the ids and the hash are kept.
  const kept =
    typeof complete === 'string' ? canonicalPayload({ trace_id: traceId, span_id: id, differs }) : complete
  return kept as Payload
}
