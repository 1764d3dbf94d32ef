import { array } from '../../kernel/database/array-literal.ts'
import { mintId } from '../../kernel/values/ids.ts'
import { isHashedName, type Span, type SpanKey, shortName } from '../domain/spans/span.ts'

/** Spans of a trace, with its id in hex, that are part of a run. */
export type SettledTrace = { traceId: string; runId: string; spans: readonly Span[] }

export type SettledOf = SettledTrace & { organizationId: string }

/** Stores the settled spans of traces, in rows of about ROW_BYTES. */
export const SETTLE = `
  insert into ingestion.settled_spans (org_id, trace_id, id, run_id, spans)
  select org_id, decode(trace_id, 'hex'), id, run_id, spans
  from unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[], string_to_array($5, E'\\n'))
    as s (org_id, trace_id, id, run_id, spans)`

/** The parameters of SETTLE. */
export function settledValues(traces: readonly SettledOf[]): string[] {
  const now = new Date()
  const rows = traces.flatMap((trace) => packed(trace.spans).map((spans) => ({ trace, spans })))
  return [
    array(rows.map(({ trace }) => trace.organizationId)),
    array(rows.map(({ trace }) => trace.traceId)),
    array(rows.map(() => mintId(now))),
    array(rows.map(({ trace }) => trace.runId)),
    rows.map(({ spans }) => spans).join('\n'),
  ]
}

/** Returns spans as JSON lists of about ROW_BYTES, without line breaks. Each list can be read by itself. */
function packed(spans: readonly SpanKey[]): string[] {
  const rows: string[] = []
  let row = ''
  let bytes = 0
  for (const span of spans) {
    const one = packedSpan(span)
    const more = Buffer.byteLength(one) + 1
    if (row !== '' && bytes + more < ROW_BYTES) row += `,${one}`
    else {
      if (row !== '') rows.push(`${row}]`)
      row = `[${one}`
      bytes = 0
    }
    bytes += more
  }
  return row === '' ? rows : [...rows, `${row}]`]
}

/**
 * Returns a span as a JSON list of six values: two ids, tool, call, both hashes as one text, agent. Ids, short names and hashes
 * have no character that JSON escapes. Earlier versions wrote the first two values, or the first four, or two or four with `content`
 * after them. They read only the first four of these six.
 */
function packedSpan({ id, parentId, tool, call, content, origin = '', agent }: SpanKey): string {
  const hashes = content === undefined ? undefined : content + origin
  const named = agent === undefined ? 'null' : JSON.stringify(agent)
  return `["${id}","${parentId}",${quoted(tool)},${quoted(call)},${quoted(hashes)},${named}]`
}

const quoted = (name: string | undefined): string => (name === undefined ? 'null' : `"${name}"`)

/** Returns the spans of a row. Earlier versions wrote names as they were reported, not as short names. */
export function unpacked(row: string): SpanKey[] {
  return listOf(row).map((packed) => {
    const [id, parentId] = packed
    const [tool, call] = packed.length < 4 ? [] : [packed[2], packed[3]]
    const hashes = (packed.length % 2 === 0 ? packed[4] : packed.at(-1)) ?? ''
    return {
      id,
      parentId,
      tool: readName(tool),
      call: readName(call),
      content: hashes.slice(0, 11) || undefined,
      origin: hashes.slice(11) || undefined,
      agent: packed[5] ?? undefined,
    }
  })
}

function readName(name: string | null | undefined): string | undefined {
  if (name === null || name === undefined) return undefined
  return isHashedName(name) ? name : shortName(name)
}

/**
 * Parses a row, of which only the beginning may have been read: earlier versions wrote all spans of a call in one row, up to 48
 * MB. Such a text is cut at the last `],["` where a span ends. It may also stand in a span, at the end of a name that ends in
 * `],[`; a span of those versions has two names.
 */
function listOf(row: string): Packed[] {
  let text = row
  for (let end = row.length, cuts = 0; ; cuts += 1) {
    try {
      return JSON.parse(text)
    } catch (error) {
      end = row.lastIndexOf('],["', end - 1)
      if (cuts === MAX_CUTS || end < 0) throw error
      text = `${row.slice(0, end)}]]`
    }
  }
}

type Packed = [id: string, parentId: string, ...names: (string | null)[]]

/** The two names of a span, and its end. */
const MAX_CUTS = 3
const ROW_BYTES = 64 * 1024
