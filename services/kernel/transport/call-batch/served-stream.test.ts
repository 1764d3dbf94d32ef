import { create, toBinary } from '@bufbuild/protobuf'
import { createContextValues } from '@connectrpc/connect'
import { expect, test } from 'vitest'
import type {
  BatchedAnswer,
  ExchangeCallsRequest,
} from '../../../../proto/gen/attestry/common/v1/call_batch_pb.ts'
import { EvaluationService } from '../../../../proto/gen/attestry/ingestion/v1/evaluations_pb.ts'
import { IncidentService } from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { pathOf, UnaryAnswer, UnaryCall } from '../unary-call.ts'
import { PendingCall } from './pending-call.ts'
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

const { listIncidents } = IncidentService.method

function incidents(count: number) {
  const description = 'x'.repeat(100_000)
  return create(listIncidents.output, { incidents: Array.from({ length: count }, () => ({ description })) })
}

test('a large answer is encoded in turns of the event loop, and a small one meanwhile', async () => {
  const handle = async (call: unknown) => {
    const { message } = call as UnaryCall
    return new UnaryAnswer(
      call as UnaryCall,
      incidents((message as { page?: { limit: number } }).page!.limit),
    )
  }
  const stream = new ServedStream(
    new Map([[pathOf(listIncidents), { method: listIncidents, handle: handle as never }]]),
  )
  const call = (id: number, limit: number) => ({
    ...{
      $typeName: 'attestry.common.v1.BatchedCall' as const,
      id,
      method: pathOf(listIncidents),
      metadata: {},
    },
    message: toBinary(listIncidents.input, create(listIncidents.input, { page: { limit } })),
  })
  async function* batches() {
    const calls = [call(1, 50), call(2, 1)]
    yield { $typeName: 'attestry.common.v1.ExchangeCallsRequest' as const, calls, cancelled: [] }
  }
  void stream.read(batches(), async () => {})
  const answered: number[] = []
  for await (const items of stream.outbox) answered.push(...items.map((item) => (item as BatchedAnswer).id))
  expect(answered).toEqual([2, 1])
})

test('a large answer is decoded in turns of the event loop, and a small one meanwhile', async () => {
  const settled: string[] = []
  const pending = (name: string): PendingCall => {
    const call = new UnaryCall(listIncidents, create(listIncidents.input), createContextValues(), {})
    const waiting = new PendingCall(call, new Uint8Array(), undefined, () => settled.push(name))
    return waiting
  }
  const [large, small] = [pending('large'), pending('small')]
  const answerOf = (count: number): BatchedAnswer => ({
    $typeName: 'attestry.common.v1.BatchedAnswer',
    id: count,
    result: { case: 'message', value: toBinary(listIncidents.output, incidents(count)) },
    metadata: {},
  })
  large.settle(answerOf(50))
  small.settle(answerOf(0))
  expect((await large.answer).message).toEqual(incidents(50))
  expect(settled).toEqual(['small', 'large'])
})

test('a call that is cancelled while its message is decoded does not reach its handler', async () => {
  const { submitEvaluations } = EvaluationService.method
  const handled: number[] = []
  const handle = async (call: unknown) => {
    handled.push((call as { message: { evaluations: unknown[] } }).message.evaluations.length)
    return new UnaryAnswer(call as UnaryCall, create(submitEvaluations.output))
  }
  const stream = new ServedStream(
    new Map([[pathOf(submitEvaluations), { method: submitEvaluations, handle: handle as never }]]),
  )
  const call = (id: number, count: number) => ({
    ...{ $typeName: 'attestry.common.v1.BatchedCall' as const, id, method: pathOf(submitEvaluations) },
    metadata: {},
    message: toBinary(
      submitEvaluations.input,
      create(submitEvaluations.input, {
        evaluations: Array.from({ length: count }, () => ({ source: 'x'.repeat(100_000) })),
      }),
    ),
  })
  async function* batches() {
    const calls = [call(1, 50), call(2, 1)]
    yield { $typeName: 'attestry.common.v1.ExchangeCallsRequest' as const, calls, cancelled: [] }
    yield {
      $typeName: 'attestry.common.v1.ExchangeCallsRequest' as const,
      calls: [call(3, 100)],
      cancelled: [1],
    }
  }
  void stream.read(batches(), async () => {})
  const answered = new Map<number, string | undefined>()
  for await (const items of stream.outbox)
    for (const item of items) answered.set((item as BatchedAnswer).id, (item as BatchedAnswer).result.case)
  expect(Object.fromEntries(answered)).toEqual({ 1: 'error', 2: 'message', 3: 'message' })
  // The third message is the longest, so that the first one has been decoded before it.
  expect(handled).toEqual([1, 100])
})
