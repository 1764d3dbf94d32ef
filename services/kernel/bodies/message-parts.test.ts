import { create, type DescMessage, fromBinary, type Message, toBinary } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { ExchangeCallsRequestSchema } from '../../../proto/gen/attestry/common/v1/call_batch_pb.ts'
import { SubmitEvaluationsRequestSchema } from '../../../proto/gen/attestry/ingestion/v1/evaluations_pb.ts'
import {
  CreateIncidentRequestSchema,
  ListIncidentsRequestSchema,
} from '../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { jsonParts, messageParts, partCounter } from './message-parts.ts'

const encoded = (payload: { [key: string]: never }) =>
  toBinary(
    SubmitEvaluationsRequestSchema,
    create(SubmitEvaluationsRequestSchema, { evaluations: [{ metricName: 'a', payload }] }),
  )
const partsIn = (desc: DescMessage, message: Message) => messageParts(desc, toBinary(desc, message), 1e6)
const partsOf = (payload: unknown) =>
  messageParts(SubmitEvaluationsRequestSchema, encoded(payload as never), 1e6)

test('messages, map entries and list values count as parts', () => {
  const [none, ...others] = [{}, { a: 1 }, { a: 1, b: 2 }, { a: [1, 2, 3] }].map(partsOf)
  // An entry counts its key (a quarter), a value, and the field of the value (a quarter).
  expect(none).toBe(3)
  expect(others).toEqual([5, 8, 10])
  expect(partsOf({ a: Array.from({ length: 1000 }, () => 1) })).toBeGreaterThan(1000)
})

test('unknown fields and repeated numbers and texts count as parts', () => {
  const unknown = Buffer.alloc(3000, Buffer.from([0xf8, 0x3f, 0]))
  expect(messageParts(SubmitEvaluationsRequestSchema, unknown, 1e6)).toBe(250)
  const texts = create(CreateIncidentRequestSchema, { affectedSystems: Array(1000).fill('') })
  expect(partsIn(CreateIncidentRequestSchema, texts)).toBe(1000)
  const numbers = create(ListIncidentsRequestSchema, { status: Array(1000).fill(1) })
  // A number in a list takes no more than eight bytes.
  expect(partsIn(ListIncidentsRequestSchema, numbers)).toBe(251)
})

test('counting stops at the limit', () => {
  const many = Buffer.alloc(2_000_000, Buffer.from([0x0a, 0]))
  expect(messageParts(SubmitEvaluationsRequestSchema, many, 1000)).toBe(Number.POSITIVE_INFINITY)
  expect(jsonParts(Buffer.from(`[${'1,'.repeat(1001)}1]`), 1000)).toBe(Number.POSITIVE_INFINITY)
  expect(jsonParts(Buffer.from('{"a":"[[[,,,\\"{{{","b":[1,2]}'), 1000)).toBe(4)
})

test('a length of more than 32 bits is counted as a decoder reads it', () => {
  const nothing = [0x0a, 0x80, 0x80, 0x80, 0x80, 0x10]
  const bytes = Buffer.concat([Buffer.from(nothing), Buffer.alloc(2000, Buffer.from([0x0a, 0]))])
  expect(fromBinary(SubmitEvaluationsRequestSchema, bytes).evaluations).toHaveLength(1001)
  expect(messageParts(SubmitEvaluationsRequestSchema, bytes, 1e6)).toBe(1001)
})

/** A field that is not known, of up to 4 GiB: a counter that reads other fields than a decoder does passes over all that follows. */
const TRAP = [0x7a, 0xff, 0xff, 0xff, 0xff, 0x0f]
/** The same, in UTF-8. */
const TEXT_TRAP = [0x7a, 0xc2, 0x80, 0xc2, 0x80, 0x07]
const [EVALUATIONS, CALLS] = [SubmitEvaluationsRequestSchema, ExchangeCallsRequestSchema]

test.each([
  ['a group that is not known', EVALUATIONS, [0xc3, 0x3e, 0x0a, 6, ...TRAP, 0xc4, 0x3e]],
  ['a text whose tag says number', EVALUATIONS, [0x0a, 8, 0x18, 6, ...TEXT_TRAP]],
  ['a message whose tag says four bytes', EVALUATIONS, [0x0d, 9, 0x7a, 7, 0, ...TRAP]],
  ['a key of a map whose tag says number', CALLS, [0x0a, 10, 0x42, 8, 0x08, 6, ...TEXT_TRAP]],
  ['a list that ends within a number', CALLS, [0x12, 1, 0xff, 0xfa, 0x7f, 0xfa, 0xff, 0xff, 0xff, 0x0f, 0]],
])('what follows %s is counted as a decoder reads it', (_, desc, first) => {
  const bytes = Buffer.concat([Buffer.from(first), Buffer.alloc(2000, Buffer.from([0x0a, 0]))])
  const decoded = fromBinary(desc, bytes) as { evaluations?: unknown[]; calls?: unknown[] }
  const items = (decoded.evaluations ?? decoded.calls)!.length
  expect(items).toBeGreaterThanOrEqual(1000)
  const count = partCounter(desc, bytes.length, 1e6)
  let parts = 0
  for (let at = 0; at < bytes.length; at += 3) parts = count(bytes.subarray(at, at + 3))
  for (const found of [parts, messageParts(desc, bytes, 1e6)]) {
    expect(found).toBeGreaterThanOrEqual(items)
    expect(found).toBeLessThan(items + 10)
  }
})

test('a message in pieces has the same count as the whole', () => {
  const bytes = encoded({ a: [1, 2, { b: 'c'.repeat(300) }], d: {} } as never)
  const desc = SubmitEvaluationsRequestSchema
  for (const size of [1, 3, 7]) {
    const count = partCounter(desc, bytes.length, 1e6)
    let parts = 0
    for (let at = 0; at < bytes.length; at += size) parts = count(bytes.subarray(at, at + size))
    expect(parts).toBe(messageParts(desc, bytes, 1e6))
  }
})

test('an object with too many members is refused, and a long list is not', () => {
  const names = (count: number) => `{${Array.from({ length: count }, (_, n) => `"k${n}":1`).join()}}`
  const text = (json: string) => jsonParts(Buffer.from(json), 1000, 50)
  expect(text(`{"a":[{}],"b":${names(51)}}`)).toBe(Number.POSITIVE_INFINITY)
  expect(text(`{"a":[${Array(6).fill(names(50)).join()}],"b":[${Array(500).fill(1).join()}]}`)).toBeLessThan(
    1000,
  )
  expect(text('}}]],,,')).toBe(3)
})

test('counting stops at malformed bytes, which the decoder refuses', () => {
  for (const bytes of [[0x0a], [0x0a, 0xff, 0xff], [0xff], [0x0a, 5, 0x0a, 90], [0x0b, 0x0c]])
    expect(messageParts(SubmitEvaluationsRequestSchema, Buffer.from(bytes), 100)).toBeLessThan(3)
})
