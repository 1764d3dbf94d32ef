import { isDeepStrictEqual } from 'node:util'
import {
  create,
  type DescMessage,
  fromBinary,
  fromJson,
  type MessageInitShape,
  toBinary,
  toJsonString,
} from '@bufbuild/protobuf'
import { expect, test, vi } from 'vitest'
import { ExportLogsServiceRequestSchema as Logs } from '../../proto/gen/opentelemetry/proto/collector/logs/v1/logs_service_pb.ts'
import { ExportTraceServiceRequestSchema as Traces } from '../../proto/gen/opentelemetry/proto/collector/trace/v1/trace_service_pb.ts'
import {
  type AnyValue,
  AnyValueSchema,
  KeyValueSchema,
} from '../../proto/gen/opentelemetry/proto/common/v1/common_pb.ts'
import { ResourceSchema } from '../../proto/gen/opentelemetry/proto/resource/v1/resource_pb.ts'
import { SpanSchema } from '../../proto/gen/opentelemetry/proto/trace/v1/trace_pb.ts'
import { decodeMessage, type Encoding } from './decode.ts'
import { withIdsInBase64 } from './json-ids.ts'
import { PIECE_BYTES } from './pieces.ts'

/** The result of the engine's parser and Protobuf-ES for the whole; undefined where they refuse it. */
function atOnce(desc: DescMessage, bytes: Buffer, encoding: Encoding): unknown {
  try {
    if (encoding === BINARY) return fromBinary(desc, bytes, { readUnknownFields: false })
    return fromJson(desc, withIdsInBase64(JSON.parse(bytes.toString())), { ignoreUnknownFields: true })
  } catch {
    return undefined
  }
}

const inPieces = (desc: DescMessage, bytes: Buffer, encoding: Encoding, refused = [400]): Promise<unknown> =>
  decodeMessage(desc, bytes, encoding).catch((error) => {
    if (refused.includes(error.status)) return undefined
    throw error
  })

const JSON_: Encoding = 'application/json'
const BINARY: Encoding = 'application/x-protobuf'

/** `toEqual` walks large values slowly: it only says what differs where something does. */
function expectSame(found: unknown, expected: unknown, message?: string): void {
  if (!isDeepStrictEqual(found, expected)) expect(found, message).toEqual(expected)
}

type Init = MessageInitShape<typeof Traces>

const text = (n: number, character = 'ä'): string => character.repeat(n)
const attributes = (count: number, length: number) =>
  Array.from({ length: count }, (_, n) => {
    const value =
      n % 3 === 0
        ? { case: 'intValue' as const, value: BigInt(n) }
        : { case: 'stringValue' as const, value: text(length) }
    return create(KeyValueSchema, { key: `key "${n}"`, value: { value } })
  })
const spans = (count: number, length = 20, width = 5) =>
  Array.from({ length: count }, (_, n) =>
    create(SpanSchema, {
      traceId: new Uint8Array(16).fill(n),
      spanId: new Uint8Array(8).fill(n),
      name: `span {${n}]`,
      startTimeUnixNano: 1_790_000_000_000_000_000n + BigInt(n),
      attributes: attributes(width, length),
    }),
  )
/** Lists in lists of texts. */
const list = (depth: number, width: number): AnyValue => {
  const item = (): AnyValue =>
    depth === 0
      ? create(AnyValueSchema, { value: { case: 'stringValue', value: text(40) } })
      : list(depth - 1, width)
  const values = Array.from({ length: width }, item)
  return create(AnyValueSchema, { value: { case: 'arrayValue', value: { values } } })
}

const EXPORTS: [string, Init][] = [
  [
    'many spans',
    {
      resourceSpans: [
        {
          resource: create(ResourceSchema, { attributes: attributes(3, 9) }),
          scopeSpans: [{ spans: spans(800) }],
        },
      ],
    },
  ],
  [
    'many resources',
    { resourceSpans: Array.from({ length: 700 }, () => ({ scopeSpans: [{ spans: spans(1) }] })) },
  ],
  [
    'large spans among small ones',
    {
      resourceSpans: [
        { scopeSpans: [{ spans: [...spans(3), ...spans(3, 9000), ...spans(3), ...spans(1, 40_000)] }] },
      ],
    },
  ],
  [
    'a span of very many attributes',
    {
      resourceSpans: [
        { scopeSpans: [{ spans: [create(SpanSchema, { attributes: attributes(9000, 5), name: 'one' })] }] },
      ],
    },
  ],
  [
    'an attribute of lists in lists',
    {
      resourceSpans: [
        { scopeSpans: [{ spans: [create(SpanSchema, { attributes: [{ key: 'a', value: list(3, 12) }] })] }] },
      ],
    },
  ],
  [
    'a large resource',
    {
      resourceSpans: [
        {
          resource: create(ResourceSchema, { attributes: attributes(3000, 9) }),
          scopeSpans: [],
        },
      ],
    },
  ],
]

test.each(EXPORTS)('an OTLP export decodes the same in pieces as at once: %s', async (_, init) => {
  const message = create(Traces, init)
  const binary = Buffer.from(toBinary(Traces, message))
  const json = Buffer.from(hexIds(toJsonString(Traces, message)))
  for (const length of [binary.length, json.length]) expect(length).toBeGreaterThan(64 * 1024)
  expectSame(await inPieces(Traces, binary, BINARY), atOnce(Traces, binary, BINARY))
  expectSame(await inPieces(Traces, json, JSON_), message)
  const spaced = Buffer.from(JSON.stringify(JSON.parse(json.toString()), null, '\t\n '))
  expectSame(await inPieces(Traces, spaced, JSON_), message)
})

test('fields in any order and with several occurrences are merged as at once', async () => {
  const one = (init: Init): Buffer => Buffer.from(toBinary(Traces, create(Traces, init)))
  const large = one({ resourceSpans: [{ scopeSpans: [{ spans: spans(400) }] }] })
  const scope = large.subarray(4)
  // The fields of a ResourceSpans: spans, a resource, a resource again, unknown fields, a group.
  const resource = Buffer.from([0x0a, 2, 0x0a, 0])
  const unknown = Buffer.concat([Buffer.from([0xa2, 0x06, 0x80, 0x80, 0x04]), Buffer.alloc(65_536, 0xff)])
  const group = Buffer.from([0x9b, 0x06, 0x08, 1, 0x9c, 0x06])
  const content = Buffer.concat([scope, resource, unknown, resource, group, scope])
  const length = [0x7f, 0x7f, 0x7f].map(
    (mask, i) => ((content.length >> (7 * i)) & mask) | (i < 2 ? 0x80 : 0),
  )
  const body = Buffer.concat([Buffer.from([0x0a, ...length]), content, large])
  const whole = atOnce(Traces, body, BINARY) as { resourceSpans: { scopeSpans: unknown[] }[] }
  expect(whole.resourceSpans.map(({ scopeSpans }) => scopeSpans.length)).toEqual([2, 1])
  expectSame(await inPieces(Traces, body, BINARY), whole)
})

const some = (n: number): string => `[${Array.from({ length: n }, (_, i) => `{"name":"span ${i}"}`).join()}]`
const inScope = (members: string): string => `{"resourceSpans":[{"scopeSpans":[{${members}}]}]}`

test.each([
  ['a name given twice', inScope(`"spans":${some(9000)},"spans":${some(8000)}`)],
  ['both names of a field', `{"resourceSpans":${some(9000)},"resource_spans":${some(9000)}}`],
  ['the other name of a field', `{"resource_spans":[{"scope_spans":[{"spans":${some(9000)}}]}]}`],
  ['an escaped name', inScope(`"sp\\u0061ns":${some(9000)}`)],
  ['an unknown field', inScope(`"x":{"y":${some(9000)},"z":[[${some(5000)}]]},"spans":[{}]`)],
  ['an unknown field with an invalid id', inScope(`"x":[{"traceId":"no"},${some(9000).slice(1)}`)],
  ['an invalid id', inScope(`"spans":[{"traceId":"no"},${some(9000).slice(1)}`)],
  ['an object in the place of a list', inScope(`"spans":{"x":${some(9000)}}`)],
  ['a list in the place of an object', `{"resourceSpans":[{"resource":${some(9000)}}]}`],
  ['a list in the place of a text', inScope(`"spans":[{"name":${some(9000)}}]`)],
  ['null among the items', inScope(`"spans":[null,${some(9000).slice(1)}`)],
  ['null in the place of a list', inScope(`"spans":null,"x":${some(9000)}`)],
  ['a comma at the end of a list', inScope(`"spans":${some(9000).slice(0, -1)},]`)],
  ['two commas', inScope(`"spans":[{},,${some(9000).slice(1)}`)],
  ['a comma at the end of an object', inScope(`"spans":${some(9000)},`)],
  ['a name without a value', inScope(`"spans":${some(9000)},"x"`)],
  ['a name without a colon', inScope(`"spans" ${some(9000)}`)],
  ['something behind the list', inScope(`"spans":${some(9000)} 1`)],
  ['something behind the end', `${inScope(`"spans":${some(9000)}`)} {}`],
  ['brackets that do not match', inScope(`"spans":${some(9000).slice(0, -1)}}`)],
  ['brackets that are not closed', inScope(`"spans":${some(9000).slice(0, -1)}`)],
  ['a text that is not closed', inScope(`"spans":${some(9000)},"x":"`)],
  ['white space of another kind', inScope(`"spans":\u00a0${some(9000)}`)],
  ['a byte-order mark', `\ufeff${inScope(`"spans":${some(9000)}`)}`],
  ['a list', `[${some(9000)}]`],
  ['a text', `"${text(90_000)}"`],
  ['nothing', ' '.repeat(90_000)],
  ['white space around a small message', `${' '.repeat(90_000)}{"resourceSpans":[]} `],
])('a large JSON export decodes the same as at once: %s', async (_, json) => {
  const bytes = Buffer.from(json)
  expect(bytes.length).toBeGreaterThan(64 * 1024)
  expectSame(await inPieces(Traces, bytes, JSON_), atOnce(Traces, bytes, JSON_))
})

test('changed and truncated exports decode the same as at once', async () => {
  const message = create(Logs, {
    resourceLogs: [
      {
        scopeLogs: [
          {
            logRecords: Array.from({ length: 250 }, () => ({
              body: list(0, 3),
              attributes: attributes(2, 40),
            })),
          },
        ],
      },
    ],
  })
  const json = Buffer.from(toJsonString(Logs, message))
  const marks = Buffer.from('{}[]",:\\ x0')
  for (let n = 0; n < 60; n++) {
    // Places that differ for each `n`, and follow from it alone.
    const at = (n * 7919 * 131) % json.length
    const changed = Buffer.from(json)
    changed[at] = marks[n % marks.length]!
    // A list that begins as an object has too many members.
    for (const bytes of [changed, n % 10 === 0 ? json.subarray(0, Math.max(at, 70_000)) : changed])
      expectSame(await inPieces(Logs, bytes, JSON_, [400, 413]), atOnce(Logs, bytes, JSON_), `${at} ${n}`)
  }
})

test.each([BINARY, JSON_])(
  'the event loop keeps turning while a large export is decoded: %s',
  async (encoding) => {
    const message = create(Traces, { resourceSpans: [{ scopeSpans: [{ spans: spans(3000, 10, 30) }] }] })
    const bytes = encoding === BINARY ? toBinary(Traces, message) : hexIds(toJsonString(Traces, message))
    // With this clock every piece takes a second, so that the speed of the machine decides nothing.
    let now = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000))
    let turns = 0
    let isDecoding = true
    const count = (): void => {
      turns += 1
      if (isDecoding) setImmediate(count)
    }
    setImmediate(count)
    await decodeMessage(Traces, Buffer.from(bytes), encoding)
    isDecoding = false
    clock.mockRestore()
    expect(turns).toBeGreaterThan(bytes.length / (2 * PIECE_BYTES))
  },
)

function hexIds(json: string): string {
  return json.replace(/"(traceId|spanId|parentSpanId)":"([^"]*)"/g, (_, name, id) => {
    return `"${name}":"${Buffer.from(id, 'base64').toString('hex')}"`
  })
}
