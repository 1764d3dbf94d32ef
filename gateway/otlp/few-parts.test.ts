import { create, toBinary, toJsonString } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { ExportTraceServiceRequestSchema as Traces } from '../../proto/gen/opentelemetry/proto/collector/trace/v1/trace_service_pb.ts'
import { requireFewParts } from './few-parts.ts'

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
])('an export of millions of parts is refused before it is decoded: %s', (_, bytes, isJson) => {
  expect(() => requireFewParts(Traces, bytes, isJson)).toThrow('more than 750000 parts')
})

test('8,192 spans of 30 attributes, and long texts of any characters, are not refused', () => {
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
  expect(() => requireFewParts(Traces, bytes, false)).not.toThrow()
  const few = create(Traces, { resourceSpans: [{ scopeSpans: [{ spans: spans.slice(0, 4096) }] }] })
  expect(() => requireFewParts(Traces, Buffer.from(toJsonString(Traces, few)), true)).not.toThrow()
  const long = { resourceSpans: [{ schemaUrl: ',{'.repeat(1000) }, ...Array(500).fill({})] }
  expect(() => requireFewParts(Traces, Buffer.from(JSON.stringify(long)), true)).not.toThrow()
})

test('what is malformed ends: the decoder refuses it', () => {
  for (const bytes of [[0x0a], [0x0a, 0xff, 0xff], [0xff], [0x0a, 5, 0x0a, 90], [0x0b, 0x0c]])
    expect(() => requireFewParts(Traces, Buffer.from(bytes), false)).not.toThrow()
})
