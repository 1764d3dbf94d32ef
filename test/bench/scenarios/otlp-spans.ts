import { randomBytes } from 'node:crypto'
import { create, toBinary } from '@bufbuild/protobuf'
import { ExportTraceServiceRequestSchema } from '../../../proto/gen/opentelemetry/proto/collector/trace/v1/trace_service_pb.ts'
import { KeyValueSchema } from '../../../proto/gen/opentelemetry/proto/common/v1/common_pb.ts'
import { SpanSchema } from '../../../proto/gen/opentelemetry/proto/trace/v1/trace_pb.ts'
import { batches } from '../support/events.ts'
import { type Load, type Paired, paired } from '../support/load.ts'
import { rest } from '../support/rest.ts'
import type { Stand } from '../support/stand.ts'

/**
 * POST /otlp/v1/traces with the trace of an agent with 100 tool calls in each request: spans per second ÷ events per second of
 * POST …/events, 100 per call.
 */
export async function otlpSpans(stand: Stand): Promise<Paired> {
  const run = await rest(stand, 'POST', '/agent-runs', {
    agent_identity: 'bench-agent',
    run_ref: randomBytes(8).toString('hex'),
    started_at: '2026-11-20T10:00:00Z',
  })
  const headers = { authorization: `Bearer ${stand.key}` }
  const spans: Load = {
    url: `${stand.baseUrl}/otlp/v1/traces`,
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/x-protobuf' },
    body: trace,
    expect: 200,
  }
  const events: Load = {
    url: `${stand.baseUrl}/api/v1/agent-runs/${run.data[0].id}/events`,
    method: 'POST',
    headers,
    body: batches(),
    expect: 201,
  }
  const measured = await paired(spans, events)
  return { ...measured, ours: measured.ours * 100, bare: measured.bare * 100 }
}

/**
 * Returns the span of an agent and the spans of its 100 tool calls, as an exporter sends them. They are encoded once, and each
 * body gets new ids, since the load generator shares the cores with the measured processes.
 */
function trace(): Buffer {
  const body = Buffer.from(ENCODED)
  const fresh = randomBytes(IDS.reduce((sum, id) => sum + id.length, 0))
  let from = 0
  for (const [i, id] of IDS.entries()) {
    for (const at of PLACES[i]!) fresh.copy(body, at, from, from + id.length)
    from += id.length
  }
  return body
}

function encoded([traceId, root, ...calls]: Buffer[]): Buffer {
  const start = BigInt(Date.UTC(2026, 10, 20)) * 1_000_000n
  const span = (spanId: Buffer, parentSpanId: Buffer, i: number, attributes: { [name: string]: string }) =>
    create(SpanSchema, {
      ...{ traceId: traceId!, spanId, parentSpanId, name: 'span' },
      startTimeUnixNano: start + BigInt(i) * 1_000_000n,
      endTimeUnixNano: start + BigInt(i + 1) * 1_000_000n,
      attributes: Object.entries(attributes).map(([key, value]) =>
        create(KeyValueSchema, { key, value: { value: { case: 'stringValue', value } } }),
      ),
    })
  const tools = calls.map((id, i) =>
    span(id, root!, i, {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': `tool_${i % 7}`,
      'gen_ai.tool.call.id': `call_${i}`,
      'gen_ai.tool.call.arguments': '{"query":"select count(*) from invoices where due < now()"}',
    }),
  )
  const agent = span(root!, Buffer.alloc(0), 0, {
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.agent.name': 'bench-agent',
  })
  const request = { resourceSpans: [{ scopeSpans: [{ spans: [...tools, agent] }] }] }
  return Buffer.from(
    toBinary(ExportTraceServiceRequestSchema, create(ExportTraceServiceRequestSchema, request)),
  )
}

function placesOf(id: Buffer): number[] {
  const places: number[] = []
  for (let at = ENCODED.indexOf(id); at >= 0; at = ENCODED.indexOf(id, at + id.length)) places.push(at)
  return places
}

/** The ids of the trace, of the span of the agent, and of the spans of its calls. */
const IDS = [randomBytes(16), ...Array.from({ length: 101 }, () => randomBytes(8))]
const ENCODED = encoded(IDS)
const PLACES = IDS.map(placesOf)
