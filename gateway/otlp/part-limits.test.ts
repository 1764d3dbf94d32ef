import { create, type MessageInitShape, toBinary, toJsonString } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { ExportTraceServiceRequestSchema as Traces } from '../../proto/gen/opentelemetry/proto/collector/trace/v1/trace_service_pb.ts'
import { KeyValueSchema } from '../../proto/gen/opentelemetry/proto/common/v1/common_pb.ts'
import { ResourceSchema } from '../../proto/gen/opentelemetry/proto/resource/v1/resource_pb.ts'
import { ResourceSpansSchema, SpanSchema } from '../../proto/gen/opentelemetry/proto/trace/v1/trace_pb.ts'
import { decodeMessage } from './decode.ts'
import { spanReading } from './spans.ts'

type Init = MessageInitShape<typeof Traces>
const MANY = 16 * 1024 * 1024

test.each<[string, Buffer, boolean]>([
  ['empty messages', Buffer.alloc(MANY, Buffer.from([0x0a, 0])), false],
  [
    'empty messages in a message',
    Buffer.concat([
      Buffer.from([0x0a, 0x80, 0x80, 0x80, 0x04]),
      Buffer.alloc(MANY / 2, Buffer.from([0x12, 0])),
    ]),
    false,
  ],
  ['empty objects', Buffer.from(`{"resourceSpans":[${'{},'.repeat(MANY / 3)}{}]}`), true],
  ['numbers', Buffer.from(`{"x":[${'0,'.repeat(MANY / 2)}0]}`), true],
  ['lists in lists', Buffer.alloc(MANY, '['), true],
  [
    'names',
    Buffer.from(`{"resourceSpans":[{${Array.from({ length: 300_000 }, (_, n) => `"k${n}":1`).join()}}]}`),
    true,
  ],
])('an export with millions of parts is refused before it is decoded: %s', async (_, bytes, isJson) => {
  const problem = decodeMessage(Traces, bytes, isJson ? JSON_TYPE : BINARY_TYPE)
  await expect(problem).rejects.toMatchObject({
    status: 413,
    message: expect.stringContaining('more than 750000 parts'),
  })
})

test('a small object with very many names is refused', async () => {
  const names = Buffer.from(
    `{"resourceSpans":[{${Array.from({ length: 300 }, (_, n) => `"k${n}":1`).join()}}]}`,
  )
  await expect(decodeMessage(Traces, names, JSON_TYPE)).rejects.toMatchObject({ status: 413 })
})

const attributes = (count: number) =>
  Array.from({ length: count }, (_, n) =>
    create(KeyValueSchema, { key: `key ${n}`, value: { value: { case: 'intValue', value: BigInt(n) } } }),
  )
const MANY_ATTRIBUTES: [string, Init][] = [
  [
    'a span',
    {
      resourceSpans: [{ scopeSpans: [{ spans: [create(SpanSchema, { attributes: attributes(51_000) })] }] }],
    },
  ],
  [
    'a resource',
    { resourceSpans: [{ resource: create(ResourceSchema, { attributes: attributes(51_000) }) }] },
  ],
]
const TOO_MANY = { status: 413, message: expect.stringContaining('100000 in one span or resource') }

test.each(MANY_ATTRIBUTES)('%s with 51,000 attributes is refused before it is decoded', async (_, init) => {
  const message = create(Traces, init)
  const json = Buffer.from(toJsonString(Traces, message))
  const binary = Buffer.from(toBinary(Traces, message))
  await expect(decodeMessage(Traces, binary, BINARY_TYPE, spanReading('hashed'))).rejects.toMatchObject(
    TOO_MANY,
  )
  await expect(decodeMessage(Traces, json, JSON_TYPE, spanReading('hashed'))).rejects.toMatchObject(TOO_MANY)
})

test('a resource in several occurrences is refused by their total', async () => {
  const resource = create(ResourceSchema, { attributes: attributes(700) })
  const field = toBinary(ResourceSpansSchema, create(ResourceSpansSchema, { resource }))
  expect(field.length).toBeLessThan(32 * 1024)
  const content = Buffer.concat(Array.from({ length: 60 }, () => field))
  const length = [0x80, 0x80, 0].map((more, i) => ((content.length >> (7 * i)) & 0x7f) | more)
  const body = Buffer.concat([Buffer.from([0x0a, ...length]), content])
  await expect(decodeMessage(Traces, body, BINARY_TYPE, spanReading('hashed'))).rejects.toMatchObject(
    TOO_MANY,
  )
})

test('several spans with 39,000 attributes are accepted', async () => {
  const spans = Array.from({ length: 3 }, () => create(SpanSchema, { attributes: attributes(39_000) }))
  const message = create(Traces, { resourceSpans: [{ scopeSpans: [{ spans }] }] })
  for (const [bytes, type] of [
    [toBinary(Traces, message), BINARY_TYPE],
    [Buffer.from(toJsonString(Traces, message)), JSON_TYPE],
  ] as const) {
    const reading = spanReading('hashed')
    const { malformed } = reading.end(await decodeMessage(Traces, Buffer.from(bytes), type, reading))
    expect(malformed).toEqual(Array(3).fill('a trace_id is not 16 bytes'))
  }
})

test('8,192 spans with 30 attributes, and long texts, are accepted', async () => {
  const attributes = Array.from({ length: 30 }, (_, n) => ({
    key: `attribute.${n}`,
    value: { value: { case: 'intValue' as const, value: BigInt(n) } },
  }))
  const text = {
    key: 'text',
    value: { value: { case: 'stringValue' as const, value: '{[,"\\'.repeat(200_000) } },
  }
  const spans = Array.from({ length: 8192 }, (_, n) => ({ attributes: n === 0 ? [text] : attributes }))
  const message = create(Traces, { resourceSpans: [{ scopeSpans: [{ spans }] }] })
  const bytes = Buffer.from(toBinary(Traces, message))
  expect(
    (await decodeMessage(Traces, bytes, BINARY_TYPE)).resourceSpans[0]!.scopeSpans[0]!.spans,
  ).toHaveLength(8192)
  const few = create(Traces, { resourceSpans: [{ scopeSpans: [{ spans: spans.slice(0, 4096) }] }] })
  const read = await decodeMessage(Traces, Buffer.from(toJsonString(Traces, few)), JSON_TYPE)
  expect(read.resourceSpans[0]!.scopeSpans[0]!.spans).toHaveLength(4096)
  const long = { resourceSpans: [{ schemaUrl: ',{'.repeat(1000) }, ...Array(500).fill({})] }
  const { resourceSpans } = await decodeMessage(Traces, Buffer.from(JSON.stringify(long)), JSON_TYPE)
  expect(resourceSpans).toHaveLength(501)
})

test.each([[[0x0a]], [[0x0a, 0xff, 0xff]], [[0xff]], [[0x0a, 5, 0x0a, 90]], [[0x13, 0x0c]]])(
  'malformed bytes are refused, also behind a large message: %j',
  async (bytes) => {
    const spans = [{ name: 'a'.repeat(100_000) }]
    const large = toBinary(Traces, create(Traces, { resourceSpans: [{ scopeSpans: [{ spans }] }] }))
    for (const body of [Buffer.from(bytes), Buffer.concat([large, Buffer.from(bytes)])])
      await expect(decodeMessage(Traces, body, BINARY_TYPE)).rejects.toMatchObject({ status: 400 })
  },
)

const JSON_TYPE = 'application/json'
const BINARY_TYPE = 'application/x-protobuf'
