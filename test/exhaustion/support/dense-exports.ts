import { randomBytes } from 'node:crypto'
import http from 'node:http'
import { gzipSync } from 'node:zlib'
import { create, toBinary } from '@bufbuild/protobuf'
import { ExportTraceServiceRequestSchema } from '../../../proto/gen/opentelemetry/proto/collector/trace/v1/trace_service_pb.ts'
import { KeyValueSchema } from '../../../proto/gen/opentelemetry/proto/common/v1/common_pb.ts'
import { SpanSchema } from '../../../proto/gen/opentelemetry/proto/trace/v1/trace_pb.ts'

/**
 * Sends exports at the same time, each with less than a megabyte of gzip. By default an export has 14 MB: 19,000 tool calls with
 * arguments that are kept.
 *
 * @returns the status codes of the answers
 */
export async function denseExports(
  baseUrl: string,
  keys: string[],
  { exports, spans = callsOfTools() }: { exports: number; spans?: SpanContent[] },
): Promise<number[]> {
  const bodies = compressed(exports, spans)
  return await Promise.all(bodies.map((body, n) => post(baseUrl, keys[n % keys.length]!, body)))
}

/** Makes spans of tool calls with `attributes` attributes each. */
export function wideSpans(count: number, attributes: number): SpanContent[] {
  const others = Array.from({ length: attributes - 2 }, (_, n) => [`a${n}`, 'v'])
  return Array.from({ length: count }, (_, n) => ({
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': `tool_${n}`,
    ...Object.fromEntries(others),
  }))
}

/** Attributes of a span, by name. */
type SpanContent = { [name: string]: string }

function callsOfTools(): SpanContent[] {
  return Array.from({ length: CALLS }, (_, n) => ({
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': `tool_${n % 7}`,
    'gen_ai.tool.call.id': `call_${n}`,
    'gen_ai.tool.call.arguments': 'x'.repeat(520),
  }))
}

/** Makes `count` compressed exports of the same spans, each with a trace of its own. */
function compressed(count: number, spans: SpanContent[]): Buffer[] {
  const traceId = randomBytes(16)
  const bytes = encoded(traceId, spans)
  const places: number[] = []
  for (let at = bytes.indexOf(traceId); at >= 0; at = bytes.indexOf(traceId, at + 16)) places.push(at)
  return Array.from({ length: count }, () => {
    const own = randomBytes(16)
    for (const at of places) own.copy(bytes, at)
    return gzipSync(bytes, { level: 1 })
  })
}

function encoded(traceId: Buffer, spans: SpanContent[]): Buffer {
  const start = BigInt(Date.UTC(2026, 10, 20)) * 1_000_000n
  const ids = randomBytes(8 * (spans.length + 1))
  const idOf = (n: number): Buffer => ids.subarray(8 * n, 8 * n + 8)
  const span = (n: number, attributes: SpanContent) =>
    create(SpanSchema, {
      ...{ traceId, spanId: idOf(n), name: 'span' },
      ...(n > 0 && { parentSpanId: idOf(0) }),
      startTimeUnixNano: start + BigInt(n) * 1_000_000n,
      endTimeUnixNano: start + BigInt(n + 1) * 1_000_000n,
      attributes: Object.entries(attributes).map(([key, value]) =>
        create(KeyValueSchema, { key, value: { value: { case: 'stringValue', value } } }),
      ),
    })
  const agent = span(0, { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'dense-agent' })
  const calls = spans.map((attributes, n) => span(n + 1, attributes))
  const request = { resourceSpans: [{ scopeSpans: [{ spans: [...calls, agent] }] }] }
  return Buffer.from(
    toBinary(ExportTraceServiceRequestSchema, create(ExportTraceServiceRequestSchema, request)),
  )
}

async function post(baseUrl: string, key: string, body: Buffer): Promise<number> {
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/x-protobuf',
    'content-encoding': 'gzip',
    'attestry-content': 'full',
  }
  return await new Promise((resolve, reject) => {
    const asked = http.request(
      `${baseUrl}/otlp/v1/traces`,
      { method: 'POST', agent: false, localAddress: '127.0.0.2', headers },
      (answer) => answer.resume().on('end', () => resolve(answer.statusCode!)),
    )
    asked.on('error', reject).end(body)
  })
}

const CALLS = 19_000
