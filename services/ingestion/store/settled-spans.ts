import { array } from '../../kernel/database/record-store.ts'
import { mintId } from '../../kernel/values/ids.ts'
import { type SpanKey, shortName } from '../domain/span.ts'
import type { SettledTrace } from './spans.ts'

export type SettledOf = SettledTrace & { organizationId: string }

/** Rows of some ROW_BYTES with the spans that were settled of a trace; the spans that waited are locked in the order of their key. */
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
  const rows = traces.flatMap((trace) => packed(trace.spans).map((spans) => ({ trace, spans })))
  return [
    array(waited.map(({ organizationId }) => organizationId)),
    array(waited.map(({ traceId }) => traceId)),
    array(waited.map(({ id }) => id)),
    array(rows.map(({ trace }) => trace.organizationId)),
    array(rows.map(({ trace }) => trace.traceId)),
    array(rows.map(() => mintId(now))),
    array(rows.map(({ trace }) => trace.runId)),
    rows.map(({ spans }) => spans).join('\n'),
  ]
}

/** Spans as lines of four words each: id, parent, tool and call, of which all but the id may be empty. Their characters are ASCII. */
export function packed(spans: readonly SpanKey[]): string[] {
  const rows: string[] = []
  let row = ''
  for (const { id, parentId, tool, call } of spans) {
    const one = `${id} ${parentId} ${tool ?? ''} ${call ?? ''}`
    if (row === '') row = one
    else if (row.length + one.length < ROW_BYTES) row += ` ${one}`
    else {
      rows.push(row)
      row = one
    }
  }
  return row === '' ? rows : [...rows, row]
}

/** The spans of a row, as it is made now or as earlier versions made it. */
export function unpacked(row: string): SpanKey[] {
  if (row.startsWith('[')) return unpackedJson(row)
  const words = row.split(' ')
  const spans: SpanKey[] = []
  for (let n = 0; n < words.length; n += 4) {
    const [id, parentId, tool, call] = [words[n]!, words[n + 1]!, words[n + 2]!, words[n + 3]!]
    spans.push({ id, parentId, tool: tool === '' ? undefined : tool, call: call === '' ? undefined : call })
  }
  return spans
}

/** Earlier versions made a JSON list of all spans that a call settled, up to 48 MB. Of a longer row the beginning is read. */
function unpackedJson(row: string): SpanKey[] {
  return listOf(row).map(([id, parentId, toolName, toolCallId]) => ({
    id,
    parentId,
    tool: shortName(toolName ?? undefined),
    call: shortName(toolCallId ?? undefined),
  }))
}

/** In a string of JSON no quotation mark follows a bracket and a comma at once, so that the last `],["` ends a span. */
function listOf(row: string): PackedJson[] {
  try {
    return JSON.parse(row)
  } catch {
    return JSON.parse(`${row.slice(0, row.lastIndexOf('],["'))}]]`)
  }
}

type PackedJson = [id: string, parentId: string, toolName?: string | null, toolCallId?: string | null]

const ROW_BYTES = 64 * 1024
