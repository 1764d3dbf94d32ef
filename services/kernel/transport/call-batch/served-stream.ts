import { type DescMethodUnary, type Message, toBinary } from '@bufbuild/protobuf'
import { Code, ConnectError, createContextValues } from '@connectrpc/connect'
import type {
  BatchedAnswer,
  BatchedCall,
  CallError,
  ExchangeCallsRequest,
} from '../../../../proto/gen/attestry/common/v1/call_batch_pb.ts'
import { ErrorDetailSchema } from '../../../../proto/gen/attestry/common/v1/error_pb.ts'
import { eventLoopShare } from '../../concurrency/event-loop.ts'
import { toConnectError } from '../../errors/connect-errors.ts'
import { DomainError, Reason } from '../../errors/errors.ts'
import { idempotencyKey } from '../../idempotency/idempotency.ts'
import { isLimited } from '../../identity/access.ts'
import { callerKey, sessionKey } from '../../identity/caller.ts'
import { fromNetwork, originKey } from '../../identity/origin.ts'
import { endOfCall } from '../../interceptors/deadline.ts'
import { MAX_TIMER_MS } from '../../values/time.ts'
import { decodeInTurns } from '../limits/decode-in-turns.ts'
import { messageInTurns } from '../limits/message-in-turns.ts'
import { type CallHandler, UnaryCall } from '../unary-call.ts'
import { MESSAGE_BYTES } from '../wire.ts'
import { PENDING_BYTES, PENDING_CALLS } from './limits.ts'
import { Outbox } from './outbox.ts'

/** The calls of one stream: those in progress, and the answers to be sent. */
export class ServedStream {
  readonly outbox = new Outbox<Outgoing>(sizeOf)
  readonly #handlers: Map<string, Served>
  readonly #running = new Map<number, Running>()
  /** How many answers are not sent yet. */
  #answers = 0
  /** How many bytes the requests in progress and the answers that are not sent yet have. */
  #bytes = 0
  #isRead = false
  #isAborted = false
  #onRoom: (() => void) | undefined

  constructor(handlers: Map<string, Served>) {
    this.#handlers = handlers
  }
  /** Serves the calls that arrive, within the limits. @throws the refusal of the request gate, or the error of the stream */
  async read(batches: AsyncIterable<ExchangeCallsRequest>, gate: () => Promise<void>): Promise<void> {
    const share = eventLoopShare()
    try {
      for await (const { calls, cancelled } of batches) {
        await share()
        await gate()
        for (const id of cancelled) this.#running.get(id)?.end(new DOMException('cancelled', 'AbortError'))
        for (const call of calls) this.#serve(call)
        await this.#room()
      }
      this.#isRead = true
      this.#endWhenDone()
    } catch (error) {
      this.outbox.end()
      throw error
    }
  }
  drain(): void {
    this.outbox.put('draining')
  }
  /** Ends every call in progress, because nobody waits for its answer. */
  abort(reason: unknown): void {
    this.#isAborted = true
    for (const { end } of this.#running.values()) end(reason)
    this.outbox.end()
    this.#onRoom?.()
  }
  sent(items: Outgoing[]): void {
    for (const item of items) {
      if (item === 'draining') continue
      this.#answers -= 1
      this.#bytes -= sizeOf(item)
    }
    this.#onRoom?.()
  }

  #serve(call: BatchedCall): void {
    const { id, timeoutMs, message } = call
    if (this.#running.has(id)) throw new ConnectError('a call has the id of another', Code.InvalidArgument)
    const controller = new AbortController()
    const end = (reason: unknown): void => {
      controller.abort(reason)
      this.#answer(id, failed(endOfCall(reason)))
    }
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(
            () => end(new DOMException('timed out', 'TimeoutError')),
            Math.min(timeoutMs, MAX_TIMER_MS),
          )
    this.#running.set(id, { end, timer, bytes: message.length })
    this.#bytes += message.length
    void this.#resultOf(call, controller.signal).then((answer) => this.#answer(id, answer))
  }
  async #resultOf(call: BatchedCall, signal: AbortSignal): Promise<Result> {
    const { method: path, message, caller, session, timeoutMs } = call
    try {
      const served = this.#handlers.get(path)
      if (served === undefined) throw new ConnectError(`${path} is not served here`, Code.Unimplemented)
      const { method, handle } = served
      const values = createContextValues().set(originKey, fromNetwork('trusted')).set(callerKey, caller)
      if (session !== undefined) values.set(sessionKey, session)
      if (call.idempotencyKey !== undefined) values.set(idempotencyKey, call.idempotencyKey)
      const deadline = timeoutMs === undefined ? undefined : performance.now() + timeoutMs
      const input = await decoded(method, message)
      signal.throwIfAborted()
      const request = new UnaryCall(method, input, values, {
        signal,
        deadline,
        header: headerOf(call),
      })
      const response = await handle(request)
      const metadata = request.setHeader === undefined ? {} : Object.fromEntries(request.setHeader)
      const value = await encoded(method, response.message as Message)
      return { result: { case: 'message', value }, metadata }
    } catch (error) {
      return failed(toConnectError(error))
    }
  }
  #answer(id: number, result: Result): void {
    const call = this.#running.get(id)
    if (call === undefined) return
    this.#running.delete(id)
    clearTimeout(call.timer)
    const answer: BatchedAnswer = { $typeName: 'attestry.common.v1.BatchedAnswer', id, ...result }
    this.#bytes += sizeOf(answer) - call.bytes
    this.#answers += 1
    this.outbox.put(answer)
    this.#endWhenDone()
  }
  #endWhenDone(): void {
    if (this.#isRead && this.#running.size === 0) this.outbox.end()
  }
  async #room(): Promise<void> {
    const isFull = (): boolean =>
      this.#running.size + this.#answers >= PENDING_CALLS || this.#bytes >= PENDING_BYTES
    while (isFull() && !this.#isAborted) {
      await new Promise<void>((resolve) => {
        this.#onRoom = resolve
      })
    }
  }
}

async function decoded({ input }: DescMethodUnary, bytes: Uint8Array): Promise<Message> {
  if (bytes.length > MESSAGE_BYTES)
    throw new ConnectError(`message size is larger than ${MESSAGE_BYTES} bytes`, Code.ResourceExhausted)
  try {
    return await decodeInTurns(input, bytes)
  } catch (cause) {
    throw new DomainError(Reason.VALIDATION, 'the message cannot be decoded', { cause })
  }
}

/** Only lists and files can be large. */
async function encoded(method: DescMethodUnary, message: Message): Promise<Uint8Array> {
  if (!isLimited(method)) return toBinary(method.output, message)
  return Buffer.concat(await messageInTurns(method.output, message, 'binary'))
}

function headerOf({ metadata }: BatchedCall): { [name: string]: string } | undefined {
  for (const _ in metadata) return metadata
  return undefined
}

function failed(error: ConnectError): Result {
  const { code, rawMessage: message } = error
  const detail = error.findDetails(ErrorDetailSchema)[0]
  const value: CallError = { $typeName: 'attestry.common.v1.CallError', code, message }
  if (detail !== undefined) value.detail = detail
  return { result: { case: 'error', value }, metadata: Object.fromEntries(error.metadata) }
}

function sizeOf(item: Outgoing): number {
  return item !== 'draining' && item.result.case === 'message' ? item.result.value.length : 0
}

type Served = { method: DescMethodUnary; handle: CallHandler }
/** An item to be sent: an answer, or the notice that the server is about to stop. */
export type Outgoing = BatchedAnswer | 'draining'
type Running = { end: (reason: unknown) => void; timer: NodeJS.Timeout | undefined; bytes: number }
type Result = Pick<BatchedAnswer, 'result' | 'metadata'>
