import { SpanRole } from '../../../../proto/gen/attestry/ingestion/v1/spans_pb.ts'
import type { Share } from '../../../kernel/concurrency/event-loop.ts'
import type { Span, SpanKey } from './span.ts'

/** The spans whose service names no agent, each with its service. `entered`: a span of another service is known to be above. */
export type UnnamedServices = ReadonlyMap<SpanKey, { service: string; entered: boolean }>

/**
 * Finds the spans that belong to no agent of their own service: neither they nor the spans of the same service above them name an
 * agent. The service then counts as the agent, as it does where it begins the trace. If several spans have the parent's id, all
 * of them must belong to an agent of the service for the span to belong to one: otherwise anyone who knows this id could name
 * one.
 *
 * Spans without a tool and a model are left out, and so are spans of a server for a call that another service made. Shares the
 * event loop.
 *
 * @param spans of one trace, not settled yet
 * @param settled the settled spans of the trace
 */
export async function unnamedServices(
  spans: readonly Span[],
  settled: readonly SpanKey[],
  share: Share,
): Promise<UnnamedServices> {
  const byId = Map.groupBy(spans, ({ id }) => id)
  const settledById = new Map(settled.map((key) => [key.id, key]))
  const placeOf = new Map<Span, Place>()
  const found = new Map<Span, { service: string; entered: boolean }>()
  for (const span of spans) {
    const turn = share()
    if (turn !== undefined) await turn
    if (!isCompared(span) || isServed(span, byId, settledById)) continue
    for (const one of untilKnown(span, byId, placeOf)) placeOf.set(one, placeIn(one, byId, placeOf))
    const { service } = span.report
    const place = placeOf.get(span)!
    if (service !== undefined && place !== 'named') found.set(span, { service, entered: place === 'entered' })
  }
  return found
}

const isCompared = ({ report }: Span): boolean =>
  report.toolName !== undefined || report.modelName !== undefined

/**
 * Whether a span is the server's side of the call by which another service called its own: the same tool stands directly above all
 * spans of this service.
 */
function isServed(
  { parentId, tool, report }: Span,
  byId: ReadonlyMap<string, readonly Span[]>,
  settledById: ReadonlyMap<string, SpanKey>,
): boolean {
  if (report.role !== SpanRole.TOOL_CALL) return false
  if (report.served) return true
  let id = parentId
  for (let n = 0; n < MAX_BETWEEN; n++) {
    const above = byId.get(id) ?? []
    if (above.length > MAX_SHARING) return false
    const [first] = above
    if (first !== undefined && (above.length > 1 || first.report.service !== report.service))
      return above.every((one) => one.tool === tool && one.report.service !== report.service)
    // The service of a settled span is not known.
    const next: SpanKey | undefined = first ?? settledById.get(id)
    if (next === undefined || (next.tool !== undefined && next.tool !== tool)) return false
    if (next.tool === tool && (first === undefined || first.report.served)) return true
    id = next.parentId
  }
  return false
}

/**
 * Where a span is: `named`, in an agent of its service; `entered`, below a call by another service; `unknown`, if the spans above
 * are not known.
 */
type Place = 'named' | 'entered' | 'unknown'

/** Returns a span and those above it without a place yet, ancestors first. Ends even if spans are their own ancestors. */
function untilKnown(
  span: Span,
  byId: ReadonlyMap<string, readonly Span[]>,
  placeOf: ReadonlyMap<Span, Place>,
): Span[] {
  const path: Span[] = []
  const open: { one: Span; above: Span[] }[] = []
  const seen = new Set<Span>()
  const enter = (one: Span): void => {
    if (placeOf.has(one) || seen.has(one)) return
    seen.add(one)
    const above = one.report.agent === undefined ? (byId.get(one.parentId) ?? []) : []
    open.push({ one, above: above.length > MAX_SHARING ? [] : [...above] })
  }
  enter(span)
  for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
    const next = last.above.pop()
    if (next !== undefined) enter(next)
    else path.push(open.pop()!.one)
  }
  return path
}

function placeIn(
  { parentId, report }: Span,
  byId: ReadonlyMap<string, readonly Span[]>,
  placeOf: ReadonlyMap<Span, Place>,
): Place {
  if (report.agent !== undefined) return 'named'
  const above = byId.get(parentId) ?? []
  // If the span above is there, it decides: a service may call itself.
  if (report.root && parentId !== '' && above.length === 0) return 'entered'
  if (above.length > MAX_SHARING) return 'unknown'
  const places = above.map((one) =>
    one.report.service === report.service ? (placeOf.get(one) ?? 'unknown') : 'entered',
  )
  if (places.length > 0 && places.every((place) => place === 'named')) return 'named'
  return places.includes('entered') ? 'entered' : 'unknown'
}

/** Limit of spans with one id: the work for a span grows with their number. If there are more, the place is `unknown`. */
const MAX_SHARING = 16
const MAX_BETWEEN = 8
