import { create, type DescMessage, type DescMethodUnary, type MessageInitShape } from '@bufbuild/protobuf'
import {
  type ContextValues,
  createClient,
  createContextValues,
  type Transport,
  type UnaryResponse,
} from '@connectrpc/connect'
import { CallBatchService } from '../../../../proto/gen/attestry/common/v1/call_batch_pb.ts'
import { DomainError, Reason } from '../../errors/errors.ts'
import { traceClient, tracer } from '../../telemetry/tracing.ts'
import { messageInTurns } from '../limits/message-in-turns.ts'
import { linkedSignal } from '../linked-signal.ts'
import { UnaryCall } from '../unary-call.ts'
import { CallStream } from './client-stream.ts'
import { ALONE_BYTES, PENDING_BYTES, PENDING_CALLS } from './limits.ts'
import { PendingCall } from './pending-call.ts'

/**
 * A transport that sends unary calls in batches. The calls of one second share a stream, and concurrent calls share a message of
 * the stream (docs/decisions/0112-call-batches-between-processes.md). Streaming calls, calls to services of the gRPC project,
 * and all calls to a server that does not support batches use `plain`.
 */
export function batchingTransport(plain: Transport): Transport {
  const client = createClient(CallBatchService, plain)
  const waiting = { calls: 0, bytes: 0 }
  let shared: CallStream | undefined

  const resend = (pending: PendingCall): void => {
    const { method, message, contextValues, signal } = pending.call
    pending.succeed(plain.unary(method, signal, undefined, pending.call.givenHeader, message, contextValues))
  }
  const send = async (call: UnaryCall, signal: AbortSignal | undefined): Promise<UnaryResponse> => {
    const pieces = await messageInTurns(call.method.input, call.message, 'binary')
    const bytes = pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)
    const { length } = bytes
    if (waiting.calls >= PENDING_CALLS || (waiting.calls > 0 && waiting.bytes + length > PENDING_BYTES))
      throw new DomainError(Reason.UNAVAILABLE, 'the service does not keep up')
    waiting.calls += 1
    waiting.bytes += length
    const pending = new PendingCall(call, bytes, signal, () => {
      waiting.calls -= 1
      waiting.bytes -= length
    })
    if (length > ALONE_BYTES) {
      const alone = new CallStream(client, resend)
      alone.send(pending)
      alone.end()
    } else {
      if (shared === undefined || shared.isEnded) shared = new CallStream(client, resend)
      shared.send(pending)
    }
    return await pending.answer
  }
  return {
    stream: (...call) => plain.stream(...call),
    async unary<I extends DescMessage, O extends DescMessage>(
      method: DescMethodUnary<I, O>,
      signal: AbortSignal | undefined,
      timeoutMs: number | undefined,
      header: ConstructorParameters<typeof Headers>[0],
      input: MessageInitShape<I>,
      contextValues: ContextValues = createContextValues(),
    ) {
      if (method.parent.typeName.startsWith('grpc.'))
        return plain.unary(method, signal, timeoutMs, header, input, contextValues)
      const end = linkedSignal(signal, timeoutMs)
      const deadline = timeoutMs === undefined ? undefined : performance.now() + timeoutMs
      const call = new UnaryCall(method, create(method.input, input), contextValues, {
        signal: end,
        header,
        deadline,
      })
      const answer = tracer() === undefined ? send(call, end) : traceClient(() => send(call, end))(call)
      return (await answer) as UnaryResponse<I, O>
    },
  }
}
