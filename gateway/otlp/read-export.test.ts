import { createHash } from 'node:crypto'
import { create, type MessageInitShape, toBinary, toJsonString } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { ExportTraceServiceRequestSchema as Traces } from '../../proto/gen/opentelemetry/proto/collector/trace/v1/trace_service_pb.ts'
import {
  type AnyValue,
  AnyValueSchema,
  KeyValueSchema,
} from '../../proto/gen/opentelemetry/proto/common/v1/common_pb.ts'
import { ResourceSchema } from '../../proto/gen/opentelemetry/proto/resource/v1/resource_pb.ts'
import { type Span, SpanSchema } from '../../proto/gen/opentelemetry/proto/trace/v1/trace_pb.ts'
import type { Encoding } from './decode.ts'
import { SMALL_BYTES, TOO_DEEP, WRONG_TYPE } from './pieces.ts'
import { readExport } from './read-export.ts'
import { spanReading } from './spans.ts'

const JSON_: Encoding = 'application/json'
const BINARY: Encoding = 'application/x-protobuf'
type Init = MessageInitShape<typeof Traces>

/** What `binary` replaces by a byte that no UTF-8 text has. */
const BAD = 'BAD-TEXT'

function binary(init: Init): Buffer {
  const bytes = Buffer.from(toBinary(Traces, create(Traces, init)))
  for (let at = bytes.indexOf(BAD); at !== -1; at = bytes.indexOf(BAD)) bytes[at] = 0xff
  return bytes
}

function json(init: Init): Buffer {
  const text = toJsonString(Traces, create(Traces, init))
  return Buffer.from(
    text.replace(/"(traceId|spanId)":"([^"]*)"/g, (_, name, id) => {
      return `"${name}":"${Buffer.from(id, 'base64').toString('hex')}"`
    }),
  )
}

/** A span of an agent whose last byte of the id is `n`, with an attribute. */
function span(n: number, value = text('')): Span {
  const spanId = new Uint8Array(8).fill(1)
  spanId[7] = n
  return create(SpanSchema, {
    traceId: new Uint8Array(16).fill(1),
    spanId,
    startTimeUnixNano: 1_790_000_000_000_000_000n,
    attributes: [
      { key: 'gen_ai.operation.name', value: text('invoke_agent') },
      { key: 'other', value },
    ],
  })
}

/** The span of a tool whose name, call and conversation are this text. */
function tool(name: string): Span {
  const names = ['gen_ai.tool.name', 'gen_ai.tool.call.id', 'session.id']
  const one = span(1)
  one.attributes = [
    create(KeyValueSchema, { key: 'gen_ai.operation.name', value: text('execute_tool') }),
    ...names.map((key) => create(KeyValueSchema, { key, value: text(name) })),
  ]
  return one
}

function text(value: string): AnyValue {
  return create(AnyValueSchema, { value: { case: 'stringValue', value } })
}

function lists(levels: number): AnyValue {
  let value = text('x')
  for (let n = 0; n < levels; n++)
    value = create(AnyValueSchema, { value: { case: 'arrayValue', value: { values: [value] } } })
  return value
}

/** The last bytes of the ids of the spans that are read, and the problems of the others. */
async function read(bytes: Buffer, encoding: Encoding): Promise<{ kept: number[]; problems: string[] }> {
  const { mapped } = await readExport(Traces, bytes, encoding, () => spanReading('hashed'))
  return { kept: mapped.spans.map(({ spanId }) => spanId[7]!), problems: mapped.malformed }
}

const inScopes = (...scopes: Span[][]): Init => ({
  resourceSpans: [{ scopeSpans: scopes.map((spans) => ({ spans })) }],
})
/** A large export is decoded in pieces. */
const LARGE = text('ä'.repeat(SMALL_BYTES))

test.each([
  ['small', text('')],
  ['large', LARGE],
])('a protobuf export keeps spans with text that is not UTF-8: a %s one', async (_, other) => {
  const name = create(SpanSchema, { ...span(3), name: BAD })
  const init = inScopes([span(1), span(2, text(BAD)), name, span(4, other)], [span(5, text(BAD))], [span(6)])
  expect(await read(binary(init), BINARY)).toEqual({ kept: [1, 2, 3, 4, 5, 6], problems: [] })
  const { mapped } = await readExport(Traces, binary(inScopes([tool(`ä ${BAD}`)])), BINARY, () =>
    spanReading('hashed'),
  )
  expect(mapped.spans.map(({ toolName }) => toolName)).toEqual([`\x1a\x1a \x1a${BAD.slice(1)}`])
})

test.each([
  ['a name that is too long', `\u{1f600}${'x'.repeat(250)}`, `\u{1f600}${'x'.repeat(99)}… sha256:`],
  ['NUL', 'a\0b', 'a\ufffdb… sha256:'],
])('a span with %s is kept, with the beginning and hash of its name', async (_, name, kept) => {
  for (const [bytes, encoding] of [
    [binary(inScopes([tool(name)])), BINARY],
    [json(inScopes([tool(name)])), JSON_],
  ] as const) {
    const { mapped } = await readExport(Traces, bytes, encoding, () => spanReading('hashed'))
    const hash = createHash('sha256').update(name).digest('hex')
    const names = mapped.spans.map(({ toolName, toolCallId, conversation }) => [
      toolName,
      toolCallId,
      conversation,
    ])
    expect([names, mapped.malformed]).toEqual([[Array(3).fill(kept + hash)], []])
    expect([...names[0]![0]!].length).toBeLessThanOrEqual(200)
  }
})

test('a JSON span with half a surrogate pair is kept', async () => {
  for (const other of [text(''), LARGE]) {
    const body = json(inScopes([tool(BAD), span(2, other)]))
      .toString()
      .replaceAll(BAD, 'a\\ud800')
    const { mapped } = await readExport(Traces, Buffer.from(body), JSON_, () => spanReading('hashed'))
    expect(mapped.spans.map(({ toolName }) => toolName)).toEqual(['a\ufffd', undefined])
  }
})

test.each([
  ['small', BINARY, text('')],
  ['large', BINARY, LARGE],
  ['small', JSON_, text('')],
  ['large', JSON_, LARGE],
] as const)(
  'a value in more than 47 lists is truncated, and its span kept: a %s %s',
  async (_, encoding, other) => {
    const init = inScopes(
      [span(1, lists(48)), span(2, lists(48)), span(3, lists(47)), span(4, other)],
      [span(5, lists(48))],
      [span(6), span(7, lists(300)), span(8, lists(60))],
    )
    const bytes = encoding === BINARY ? binary(init) : json(init)
    expect(await read(bytes, encoding)).toEqual({ kept: [1, 2, 3, 4, 5, 6, 7, 8], problems: [] })
  },
)

test('a resource with invalid UTF-8 or a deeply nested value costs none of its spans', async () => {
  const resource = create(ResourceSchema, { attributes: [{ key: 'a', value: text(BAD) }] })
  const bytes = binary({
    resourceSpans: [
      { scopeSpans: [{ spans: [span(1)] }] },
      { resource, scopeSpans: [{ spans: [span(2), span(3, text(BAD))] }, { spans: [span(4)] }] },
      { resource: { attributes: [{ key: 'a', value: lists(60) }] }, scopeSpans: [{ spans: [span(5)] }] },
    ],
  })
  expect(await read(bytes, BINARY)).toEqual({ kept: [1, 2, 3, 4, 5], problems: [] })
})

test('a JSON resource that is nested too deeply costs none of its spans', async () => {
  const deep = { key: 'a', value: JSON.parse(toJsonString(AnyValueSchema, lists(10))) }
  let value = deep.value
  for (let n = 0; n < 60; n++) value = { arrayValue: { values: [value] } }
  const [spans, resource] = [
    JSON.parse(json(inScopes([span(1), span(2)])).toString()),
    { attributes: [{ ...deep, value }] },
  ]
  const { scopeSpans } = spans.resourceSpans[0]
  const { resourceSpans } = JSON.parse(json(inScopes([span(3)])).toString())
  for (const one of [
    { scopeSpans, resource },
    { resource, scope_spans: scopeSpans },
  ]) {
    const body = JSON.stringify({ resourceSpans: [one, ...resourceSpans, one] }, null, 1)
    expect(await read(Buffer.from(body), JSON_)).toEqual({ kept: [1, 2, 3, 1, 2], problems: [] })
  }
})

test('a JSON value nested to the limit of the body is left out with its span', async () => {
  const body = json(inScopes([span(1), span(2, text(BAD)), span(3)])).toString()
  const deep = body.replace(`{"stringValue":"${BAD}"}`, `${'['.repeat(20_000)}${']'.repeat(20_000)}`)
  expect(await read(Buffer.from(deep), JSON_)).toEqual({ kept: [1, 3], problems: [TOO_DEEP] })
})

test('an export that violates its encoding is refused, whatever else it contains', async () => {
  const refused = (bytes: Buffer, encoding: Encoding) =>
    expect(read(bytes, encoding)).rejects.toMatchObject({ status: 400 })
  const whole = binary(inScopes([span(1), span(2, text(BAD))]))
  await refused(Buffer.concat([whole, Buffer.of(0x0a, 9)]), BINARY)
  await refused(whole.subarray(0, -1), BINARY)
  const deep = json(inScopes([span(1), span(2, lists(60))])).toString()
  await refused(Buffer.from(`${deep}}`), JSON_)
  await refused(Buffer.from(deep.slice(0, -1)), JSON_)
  await refused(Buffer.from(deep.replace('"arrayValue":{"values":[', '"arrayValue":{"values":{')), JSON_)
  await refused(Buffer.from(deep.replace('"attributes"', 'attributes')), JSON_)
  await refused(Buffer.from(deep.replace('"resourceSpans":', '"other":[1,],"resourceSpans":')), JSON_)
})

test.each([
  ['small', text('')],
  ['large', LARGE],
])('JSON spans with a value of a wrong type are left out: a %s one', async (_, other) => {
  const spans = Array.from({ length: 9 }, (_, n) => span(n + 1, n === 8 ? other : text('')))
  const body = JSON.parse(json(inScopes(spans, [span(10)], [span(11)])).toString())
  const [first] = body.resourceSpans[0].scopeSpans
  const wrong: [number, object][] = [
    [0, { traceId: 'not hex' }],
    [1, { spanId: '0' }],
    [2, { parentSpanId: 'xy' }],
    [3, { startTimeUnixNano: 'now' }],
    [4, { attributes: [null] }],
    [6, { name: 5, events: [{ attributes: 'x'.repeat(40_000) }] }],
  ]
  for (const [n, fields] of wrong) Object.assign(first.spans[n], fields)
  const problems = Array(6).fill(WRONG_TYPE)
  expect(await read(Buffer.from(JSON.stringify(body)), JSON_)).toEqual({ kept: [6, 8, 9, 10, 11], problems })
  const resources = { resourceSpans: [...body.resourceSpans, { ...body.resourceSpans[0], resource: 1 }] }
  expect(await read(Buffer.from(JSON.stringify(resources, null, 1)), JSON_)).toEqual({
    kept: [6, 8, 9, 10, 11],
    problems: [...problems, ...Array(11).fill(WRONG_TYPE)],
  })
})
