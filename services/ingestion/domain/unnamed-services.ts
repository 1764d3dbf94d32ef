import { SpanRole } from '../../../proto/gen/attestry/ingestion/v1/spans_pb.ts'
import type { Span, SpanKey } from './span.ts'

/** The services of a trace that name no agent, by their spans. `entered`: whether a span of another service is known to be above. */
export type UnnamedServices = ReadonlyMap<Span, { service: string; entered: boolean }>

/**
 * The spans that belong to no agent of their own service: neither they nor the spans of it that they follow from name one. Then the service
 * is the agent, as where it begins the trace. Where several spans have the ids of the one above, all of them have to belong to an agent of
 * the service: otherwise whoever knows these ids could name one.
 *
 * Left out are spans that name no tool and no model, and those of a server that tell of the call of another service.
 *
 * @param spans those of one trace that are not settled
 * @param settled spans of the trace that are
 */
export function unnamedServices(spans: readonly Span[], settled: readonly SpanKey[]): UnnamedServices {
  const byId = Map.groupBy(spans, ({ id }) => id)
  const settledById = new Map(settled.map((key) => [key.id, key]))
  const placeOf = new Map<Span, Place>()
  const found = new Map<Span, { service: string; entered: boolean }>()
  for (const span of spans) {
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

/** Whether a span tells of the call by which another service entered its own: the same tool stands above all that this service has there. */
function isServed(
  { parentId, tool, report }: Span,
  byId: ReadonlyMap<string, readonly Span[]>,
  settledById: ReadonlyMap<string, SpanKey>,
): boolean {
  if (report.role !== SpanRole.TOOL_CALL) return false
  if (report.served) return true
  let id = parentId
  for (let n = 0; n < MOST_BETWEEN; n++) {
    const above = byId.get(id) ?? []
    if (above.length > MOST_SHARING) return false
    const [first] = above
    if (first !== undefined && (above.length > 1 || first.report.service !== report.service))
      return above.every((one) => one.tool === tool && one.report.service !== report.service)
    // Of a settled span the service is not known.
    const next: SpanKey | undefined = first ?? settledById.get(id)
    if (next === undefined || next.tool !== undefined) return first === undefined && next?.tool === tool
    id = next.parentId
  }
  return false
}

/** Whether a span is in an agent of its service, or below the place where another service called it, or nothing is known of what is above. */
type Place = 'named' | 'entered' | 'unknown'

/** The span and those above it whose place is not known, the uppermost first. Ends where spans are their own ancestors. */
function untilKnown(
  span: Span,
  byId: ReadonlyMap<string, readonly Span[]>,
  placeOf: ReadonlyMap<Span, Place>,
): Span[] {
  const path: Span[] = []
  const open = [span]
  const seen = new Set<Span>()
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (placeOf.has(one) || seen.has(one)) continue
    seen.add(one)
    path.push(one)
    if (one.report.agent !== undefined) continue
    const above = byId.get(one.parentId) ?? []
    if (above.length <= MOST_SHARING) for (const other of above) open.push(other)
  }
  return path.reverse()
}

function placeIn(
  { parentId, report }: Span,
  byId: ReadonlyMap<string, readonly Span[]>,
  placeOf: ReadonlyMap<Span, Place>,
): Place {
  if (report.agent !== undefined) return 'named'
  if (report.root && parentId !== '') return 'entered'
  const above = byId.get(parentId) ?? []
  if (above.length > MOST_SHARING) return 'unknown'
  const places = above.map((one) =>
    one.report.service === report.service ? (placeOf.get(one) ?? 'unknown') : 'entered',
  )
  if (places.length > 0 && places.every((place) => place === 'named')) return 'named'
  return places.includes('entered') ? 'entered' : 'unknown'
}

/** Spans with one id that are looked at: the work for a span grows with their number. Of more, nobody's agent is known. */
const MOST_SHARING = 16
const MOST_BETWEEN = 8
