import type { DescMethodUnary } from '@bufbuild/protobuf'
import { createContextValues, type HandlerContext, type ServiceImpl } from '@connectrpc/connect'
import type {
  BatchedAnswer,
  CallBatchService,
  ExchangeCallsResponse,
} from '../../../../proto/gen/attestry/common/v1/call_batch_pb.ts'
import { peerKey, type RequestGate } from '../request-gate.ts'
import { type CallHandler, pathOf } from '../unary-call.ts'
import { type Outgoing, ServedStream } from './served-stream.ts'

/**
 * Serves batches of calls. Each call passes the same interceptors as a single call, and is answered as soon as it is done. The
 * sender is authenticated for every batch, before its calls are read.
 *
 * @param deps.draining aborted when the port is about to close: clients are told to open no more calls on their streams
 */
export function callBatches(deps: {
  handlers: Map<DescMethodUnary, CallHandler>
  requestGate: RequestGate
  draining: AbortSignal
}): ServiceImpl<typeof CallBatchService> {
  const { requestGate, draining } = deps
  const authenticate = ({ method, requestHeader, responseHeader, values }: HandlerContext): Promise<void> => {
    const peer = createContextValues().set(peerKey, values.get(peerKey))
    return requestGate({ method, requestHeader, responseHeader, values: peer })
  }
  const handlers = new Map([...deps.handlers].map(([method, handle]) => [pathOf(method), { method, handle }]))
  return {
    async *exchangeCalls(batches, context) {
      const stream = new ServedStream(handlers)
      const abort = (): void => stream.abort(context.signal.reason)
      const drain = (): void => stream.drain()
      context.signal.addEventListener('abort', abort)
      draining.addEventListener('abort', drain)
      if (draining.aborted) drain()
      const reading = stream.read(batches, () => authenticate(context))
      reading.catch(() => {})
      try {
        for await (const items of stream.outbox) {
          yield responseOf(items)
          stream.sent(items)
        }
        await reading
      } finally {
        draining.removeEventListener('abort', drain)
        context.signal.removeEventListener('abort', abort)
        stream.abort(context.signal.reason)
      }
    },
  }
}

function responseOf(items: Outgoing[]): ExchangeCallsResponse {
  const answers = items.filter((item): item is BatchedAnswer => item !== 'draining')
  const draining = answers.length < items.length
  return { $typeName: 'attestry.common.v1.ExchangeCallsResponse', answers, draining }
}
