import { array } from '../../kernel/database/record-store.ts'
import { mintId } from '../../kernel/values/ids.ts'
import type { SpanKey } from '../domain/span.ts'
import type { SettledTrace } from './spans.ts'

export type SettledOf = SettledTrace & { organizationId: string }

/** One row a trace with all spans that were settled of it; the spans that waited are locked in the order of their key. */
export const SETTLE = `
  with expired as (
    delete from ingestion.spans where (org_id, trace_id, span_id) in (
      select k.org_id, k.trace_id, k.span_id from ingestion.spans k
      join (select org_id, decode(trace_id, 'hex') as trace_id, decode(span_id, 'hex') as span_id
        from unnest($1::uuid[], $2::text[], $3::text[]) as w (org_id, trace_id, span_id)) as gone
        on k.org_id = gone.org_id and k.trace_id = gone.trace_id and k.span_id = gone.span_id
      where k.run_id is null order by 1, 2, 3 for update of k))
  insert into ingestion.settled_spans (org_id, trace_id, id, run_id, spans)
  select org_id, decode(trace_id, 'hex'), id, run_id, spans
  from unnest($4::uuid[], $5::text[], $6::uuid[], $7::uuid[], string_to_array($8, E'\\n'))
    as s (org_id, trace_id, id, run_id, spans)`

/** The parameters of SETTLE. */
export function settledValues(traces: readonly SettledOf[]): string[] {
  const now = new Date()
  const waited = traces.flatMap(({ organizationId, traceId, waited }) =>
    waited.map(({ id }) => ({ organizationId, traceId, id })),
  )
  return [
    array(waited.map(({ organizationId }) => organizationId)),
    array(waited.map(({ traceId }) => traceId)),
    array(waited.map(({ id }) => id)),
    array(traces.map(({ organizationId }) => organizationId)),
    array(traces.map(({ traceId }) => traceId)),
    array(traces.map(() => mintId(now))),
    array(traces.map(({ runId }) => runId)),
    traces.map(packed).join('\n'),
  ]
}

/** Spans as a JSON list, which holds no raw line break. */
function packed({ spans }: SettledTrace): string {
  return JSON.stringify(
    spans.map(
      ({ id, parentId, toolName, toolCallId }): Packed =>
        toolName === undefined && toolCallId === undefined
          ? [id, parentId]
          : [id, parentId, toolName ?? null, toolCallId ?? null],
    ),
  )
}

export function unpacked(spans: string): SpanKey[] {
  return (JSON.parse(spans) as Packed[]).map(([id, parentId, toolName, toolCallId]) => ({
    id,
    parentId,
    toolName: toolName ?? undefined,
    toolCallId: toolCallId ?? undefined,
  }))
}

type Packed = [id: string, parentId: string, toolName?: string | null, toolCallId?: string | null]
