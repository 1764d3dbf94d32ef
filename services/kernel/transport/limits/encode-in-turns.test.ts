import { create, fromBinary, type MessageInitShape, toBinary } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import {
  type BatchedCallSchema,
  ExchangeCallsRequestSchema,
} from '../../../../proto/gen/attestry/common/v1/call_batch_pb.ts'
import { PIECE } from './decode-in-turns.ts'
import { encodeInTurns } from './encode-in-turns.ts'

/** Fields of other kinds are beside the list. */
function messageOf(items: number) {
  const metadata = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`name-${n}`, `value ${n}`]))
  const calls: MessageInitShape<typeof BatchedCallSchema>[] = Array.from({ length: items }, (_, id) => ({
    id,
    metadata,
  }))
  return create(ExchangeCallsRequestSchema, { calls, cancelled: [1, 2, 3] })
}

test('a large message is encoded in several turns of the event loop, and decodes as what it was', async () => {
  const message = messageOf(20)
  const { length } = toBinary(ExchangeCallsRequestSchema, message)
  let turns = 0
  let isDone = false
  const count = (): void => {
    turns += 1
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  const bytes = await encodeInTurns(ExchangeCallsRequestSchema, message)
  isDone = true
  expect(fromBinary(ExchangeCallsRequestSchema, bytes)).toEqual(message)
  expect(message.calls).toHaveLength(20)
  expect(turns).toBeGreaterThanOrEqual(Math.floor(length / (2 * PIECE)))
})

test.each([0, 1, 2])('a message with %i items is encoded whole', async (items) => {
  const message = messageOf(items)
  const bytes = await encodeInTurns(ExchangeCallsRequestSchema, message)
  expect(fromBinary(ExchangeCallsRequestSchema, bytes)).toEqual(message)
})
