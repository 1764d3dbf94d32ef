import { create, fromBinary, type MessageInitShape, toBinary } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import {
  type BatchedCallSchema,
  ExchangeCallsRequestSchema,
} from '../../../../proto/gen/attestry/common/v1/call_batch_pb.ts'
import { decodeInTurns, PIECE } from './decode-in-turns.ts'

/** Of 18 bytes and more each part, with fields of other kinds beside the list. */
function large(items: number): Uint8Array {
  const metadata = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`name-${n}`, `value ${n}`]))
  const calls: MessageInitShape<typeof BatchedCallSchema>[] = Array.from({ length: items }, (_, id) => ({
    id,
    metadata,
  }))
  return toBinary(
    ExchangeCallsRequestSchema,
    create(ExchangeCallsRequestSchema, { calls, cancelled: [1, 2, 3] }),
  )
}

test('a large message is decoded as by fromBinary, at most a piece in each turn of the event loop', async () => {
  const bytes = large(10)
  let turns = 0
  let isDone = false
  const count = (): void => {
    turns += 1
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  const message = await decodeInTurns(ExchangeCallsRequestSchema, bytes)
  isDone = true
  expect(message).toEqual(fromBinary(ExchangeCallsRequestSchema, bytes))
  expect(turns).toBeGreaterThanOrEqual(Math.floor(bytes.length / PIECE))
})

test('bytes that are no message are refused', async () => {
  const bytes = large(10)
  await expect(decodeInTurns(ExchangeCallsRequestSchema, bytes.subarray(0, -1))).rejects.toThrow()
  const wrong = Buffer.concat([bytes, Buffer.of(0x0a, 0x02, 0x08, 0x80)])
  await expect(decodeInTurns(ExchangeCallsRequestSchema, wrong)).rejects.toThrow()
})
