import { expect, test } from 'vitest'
import type { ExchangeCallsRequest } from '../../../../proto/gen/attestry/common/v1/call_batch_pb.ts'
import { ServedStream } from './served-stream.ts'

test('a client that sends empty batches without a pause does not block the event loop', async () => {
  const nothing: ExchangeCallsRequest = {
    $typeName: 'attestry.common.v1.ExchangeCallsRequest',
    calls: [],
    cancelled: [],
  }
  let isOthersTurn = false
  setImmediate(() => {
    isOthersTurn = true
  })
  async function* batches() {
    for (let sent = 0; sent < 300_000 && !isOthersTurn; sent++) yield nothing
  }
  await new ServedStream(new Map()).read(batches(), async () => {})
  expect(isOthersTurn).toBe(true)
})
