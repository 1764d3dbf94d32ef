import { create, fromBinary, type MessageInitShape, toBinary, toJson, toJsonString } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { SpanReportSchema } from '../../proto/gen/attestry/ingestion/v1/spans_pb.ts'
import { ExportLogsServiceRequestSchema as Logs } from '../../proto/gen/opentelemetry/proto/collector/logs/v1/logs_service_pb.ts'
import {
  type ExportTraceServiceRequest,
  ExportTraceServiceRequestSchema as Traces,
} from '../../proto/gen/opentelemetry/proto/collector/trace/v1/trace_service_pb.ts'
import { KeyValueSchema } from '../../proto/gen/opentelemetry/proto/common/v1/common_pb.ts'
import { SpanSchema } from '../../proto/gen/opentelemetry/proto/trace/v1/trace_pb.ts'
import { decodeMessage, type Encoding } from './decode.ts'
import { logReading } from './logs.ts'
import type { Mapped, Reading } from './reading.ts'
import { spanReading } from './spans.ts'

type Init = MessageInitShape<typeof Traces>

const JSON_: Encoding = 'application/json'
const BINARY: Encoding = 'application/x-protobuf'
const START = 1_790_000_000_000_000_000n

const attributes = (values: { [name: string]: string }) =>
  Object.entries(values).map(([key, value]) =>
    create(KeyValueSchema, { key, value: { value: { case: 'stringValue', value } } }),
  )
const resource = (name: string) => ({ attributes: attributes({ 'service.name': name }) })
const idOf = (n: number): Uint8Array => Uint8Array.of(1, 0, 0, 0, 0, 0, n >> 8, n & 0xff)

/** Calls of tools, spans of no agent between them and their agent, roots, and malformed spans. */
const spans = (first: number, count: number) =>
  Array.from({ length: count }, (_, i) => {
    const n = first + i
    const kind = n % 5
    const values: { [name: string]: string } =
      kind === 0
        ? { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': `tool ${n % 7}` }
        : kind === 1
          ? { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': `agent ${n % 3}` }
          : kind === 2
            ? { 'gen_ai.operation.name': 'execute_tool' }
            : { other: 'x'.repeat(60) }
    return create(SpanSchema, {
      traceId: new Uint8Array(n % 11 === 0 ? 3 : 16).fill(7),
      spanId: idOf(n),
      parentSpanId: kind === 4 ? new Uint8Array() : idOf(n - 1),
      name: kind === 4 ? 'x'.repeat(n % 2 === 0 ? 10 : 300) : 'span',
      startTimeUnixNano: START + BigInt(n),
      attributes: attributes(values),
    })
  })

const EXPORTS: [string, Init][] = [
  ['one resource', { resourceSpans: [{ resource: resource('a'), scopeSpans: [{ spans: spans(0, 2000) }] }] }],
  [
    'many resources and scopes',
    {
      resourceSpans: Array.from({ length: 40 }, (_, n) => ({
        ...(n % 3 > 0 && { resource: resource(['', 'unknown_service:node', `service ${n}`][n % 3]!) }),
        scopeSpans: [{ spans: spans(50 * n, 20) }, { spans: [] }, { spans: spans(50 * n + 20, 30) }],
      })),
    },
  ],
  [
    'a large resource among small ones, one of them with a name that is too long',
    {
      resourceSpans: [
        { resource: resource('small'), scopeSpans: [{ spans: spans(0, 3) }] },
        { resource: resource('large'), scopeSpans: [{ spans: spans(3, 900) }, { spans: spans(903, 900) }] },
        { resource: resource('x'.repeat(300)), scopeSpans: [{ spans: spans(1803, 10) }] },
        { scopeSpans: [{ spans: spans(1813, 10) }] },
      ],
    },
  ],
]

/** The fields of each resource in the opposite order: the resource comes after its spans. */
function turned(bytes: Uint8Array): Buffer {
  const { resourceSpans } = fromBinary(Traces, bytes)
  const field = (one: (typeof resourceSpans)[number]): Uint8Array =>
    toBinary(Traces, create(Traces, { resourceSpans: [one] }))
  const contentOf = (field: Uint8Array): Uint8Array => {
    let at = 1
    while (field[at]! >= 0x80) at++
    return field.subarray(at + 1)
  }
  return Buffer.concat(
    resourceSpans.flatMap((one) => {
      const own = contentOf(
        field(create(Traces, { resourceSpans: [{ ...one, scopeSpans: [] }] }).resourceSpans[0]!),
      )
      const others = contentOf(field({ ...one, resource: undefined }))
      const length: number[] = []
      for (let left = own.length + others.length; ; left >>= 7) {
        length.push(left > 0x7f ? (left & 0x7f) | 0x80 : left)
        if (left <= 0x7f) break
      }
      return [Buffer.from([0x0a, ...length]), others, own]
    }),
  )
}

/** Whatever class of array its ids have. */
const plain = ({ spans, ...rest }: Mapped) => ({
  ...rest,
  spans: spans.map((one) => toJson(SpanReportSchema, one)),
})

async function mappedOf(bytes: Buffer, encoding: Encoding): Promise<{ left: number; mapped: Mapped }> {
  const reading = spanReading('kept')
  const message = await decodeMessage(Traces, bytes, encoding, reading)
  const mapped = reading.end(message)
  await reading.link(mapped.spans)
  return { left: message.resourceSpans.length, mapped }
}

async function atOnce(message: ExportTraceServiceRequest): Promise<Mapped> {
  const reading = spanReading('kept')
  const mapped = reading.end(message)
  await reading.link(mapped.spans)
  return mapped
}

test.each(EXPORTS)(
  'an export read while it is decoded gives the same reports as the whole: %s',
  async (_, init) => {
    const message = create(Traces, init)
    const binary = Buffer.from(toBinary(Traces, message))
    const json = Buffer.from(
      toJsonString(Traces, message).replace(
        /"(traceId|spanId|parentSpanId)":"([^"]*)"/g,
        (_, name, id) => `"${name}":"${Buffer.from(id, 'base64').toString('hex')}"`,
      ),
    )
    const expected = await atOnce(message)
    for (const some of [expected.spans, expected.malformed]) expect(some.length).toBeGreaterThan(100)
    expect(expected.unmapped).toBeGreaterThan(100)
    for (const [bytes, encoding] of [
      [binary, BINARY],
      [turned(binary), BINARY],
      [json, JSON_],
    ] as const) {
      expect(bytes.length).toBeGreaterThan(64 * 1024)
      // Nothing of the tree is left: each span was read and released.
      const { left, mapped } = await mappedOf(Buffer.from(bytes), encoding)
      expect(left).toBe(0)
      expect(plain(mapped)).toEqual(plain(expected))
    }
  },
)

test('log records are read while they are decoded', async () => {
  const logRecords = Array.from({ length: 800 }, (_, n) => ({
    timeUnixNano: n % 3 === 0 ? 1n : START + BigInt(n),
    eventName: n % 4 === 0 ? 'other' : 'tool_result',
    attributes: attributes({
      ...(n % 5 > 0 && { tool_name: `tool ${n}` }),
      'session.id': 's',
      success: 'true',
      text: 'y'.repeat(60),
    }),
  }))
  const message = create(Logs, { resourceLogs: [{ resource: resource('cli'), scopeLogs: [{ logRecords }] }] })
  const expected = logReading('hashed').end(message)
  expect([expected.spans.length, expected.unmapped, expected.malformed.length]).toEqual([400, 200, 200])
  for (const [bytes, encoding] of [
    [Buffer.from(toBinary(Logs, message)), BINARY],
    [Buffer.from(toJsonString(Logs, message)), JSON_],
  ] as const) {
    const reading = logReading('hashed')
    const left = await decodeMessage(Logs, bytes, encoding, reading)
    expect(left.resourceLogs).toEqual([])
    expect(plain(reading.end(left))).toEqual(plain(expected))
  }
})

test('an export with too many agent spans is refused as soon as they are read', async () => {
  const root = create(SpanSchema, {
    traceId: new Uint8Array(16).fill(7),
    spanId: idOf(1),
    name: 'root',
    startTimeUnixNano: START,
  })
  const bytes = toBinary(
    Traces,
    create(Traces, { resourceSpans: [{ scopeSpans: [{ spans: Array(20_001).fill(root) }] }] }),
  )
  const reading = spanReading('hashed')
  const read = decodeMessage(Traces, Buffer.from(bytes), BINARY, reading)
  await expect(read).rejects.toMatchObject({
    status: 413,
    message: 'an export has at most 20000 spans of agents',
  })
})

test('an error of the reader is not answered as a malformed body', async () => {
  const fault = new TypeError('ours')
  const reading: Pick<Reading<ExportTraceServiceRequest>, 'types' | 'take'> = {
    types: spanReading('hashed').types,
    take: () => {
      throw fault
    },
  }
  const bytes = toBinary(Traces, create(Traces, EXPORTS[0]![1]))
  await expect(decodeMessage(Traces, Buffer.from(bytes), BINARY, reading)).rejects.toBe(fault)
})
