import { create, toBinary, toJsonString } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { ExportTraceServiceRequestSchema as Traces } from '../../proto/gen/opentelemetry/proto/collector/trace/v1/trace_service_pb.ts'
import { type AnyValue, KeyValueSchema } from '../../proto/gen/opentelemetry/proto/common/v1/common_pb.ts'
import { ResourceSchema } from '../../proto/gen/opentelemetry/proto/resource/v1/resource_pb.ts'
import { type Span, SpanSchema } from '../../proto/gen/opentelemetry/proto/trace/v1/trace_pb.ts'
import type { Attributes } from './attributes.ts'
import { agentOf, modelOf, READ_OF_SPANS, roleOf, toolOf } from './conventions.ts'
import { decodeMessage } from './decode.ts'
import { otherAnswers } from './other-answers.ts'
import { spanReading } from './spans.ts'

const attribute = (key: string, value: string) =>
  create(KeyValueSchema, { key, value: { value: { case: 'stringValue', value } } })
const others = Array.from({ length: 30_000 }, (_, n) => attribute(`other ${n}`, 'v'))
const attributes = [
  attribute('gen_ai.tool.name', 'replaced'),
  ...others.slice(0, 15_000),
  attribute('gen_ai.operation.name', 'execute_tool'),
  attribute('gen_ai.tool.name', 'search'),
  create(KeyValueSchema, { key: 'gen_ai.tool.name' }),
  ...others.slice(15_000),
]
const span = create(SpanSchema, {
  traceId: new Uint8Array(16).fill(1),
  spanId: new Uint8Array(8).fill(2),
  startTimeUnixNano: 1_790_000_000_000_000_000n,
  attributes,
})
const resource = create(ResourceSchema, { attributes: [...others, attribute('service.name', 'claims')] })
const message = create(Traces, { resourceSpans: [{ resource, scopeSpans: [{ spans: [span] }] }] })

test.each([
  ['application/x-protobuf', Buffer.from(toBinary(Traces, message))],
  [
    'application/json',
    Buffer.from(
      toJsonString(Traces, message).replace(
        /"(traceId|spanId)":"([^"]*)"/g,
        (_, name, id) => `"${name}":"${Buffer.from(id, 'base64').toString('hex')}"`,
      ),
    ),
  ],
] as const)(
  'of a large span, only one piece of attributes and the read ones are in memory: %s',
  async (encoding, bytes) => {
    const reading = spanReading('hashed')
    const seen: number[] = []
    const take = (one: Parameters<typeof reading.take>[0]): void => {
      if (one.$typeName === SpanSchema.typeName) seen.push((one as Span).attributes.length)
      reading.take(one)
    }
    const { spans } = reading.end(await decodeMessage(Traces, bytes, encoding, { ...reading, take }))
    expect(seen).toEqual([2])
    expect(spans.map(({ toolName, service }) => [toolName, service])).toEqual([['search', 'claims']])
  },
)

test('READ_OF_SPANS has every attribute that is read of a span', () => {
  const asked = new Set<string>()
  const value = { value: { case: 'stringValue', value: 'x' } } as AnyValue
  /** Attributes that have what `has` names, and remember what they are asked for. */
  const spy = (has: (name: string) => boolean): Attributes => {
    const look = (name: string): boolean => {
      asked.add(name)
      return has(name)
    }
    const get = (name: string): AnyValue | undefined => (look(name) ? value : undefined)
    return Object.assign(new Map<string, AnyValue>(), { get, has: look })
  }
  for (const has of [() => false, () => true, (name: string) => name === 'traceloop.span.kind']) {
    for (const read of [roleOf, modelOf]) read(spy(has))
    for (const read of [toolOf, agentOf]) read(spy(has), 'name')
    otherAnswers().add(spy(has), '')
  }
  expect(asked.size).toBeGreaterThanOrEqual(20)
  expect([...asked].filter((name) => !READ_OF_SPANS.has(name))).toEqual([])
})
