import { fromBinary } from '@bufbuild/protobuf'
import { Code, ConnectError, type UnaryResponse } from '@connectrpc/connect'
import type {
  BatchedAnswer,
  BatchedCall,
  CallError,
} from '../../../../proto/gen/attestry/common/v1/call_batch_pb.ts'
import { ErrorDetailSchema } from '../../../../proto/gen/attestry/common/v1/error_pb.ts'
import { idempotencyKey } from '../../idempotency/idempotency.ts'
import { callerKey, sessionKey } from '../../identity/caller.ts'
import { endOfCall } from '../../interceptors/deadline.ts'
import { checkParts } from '../limits/bounded-answers.ts'
import { decodeInTurns, PIECE } from '../limits/decode-in-turns.ts'
import { pathOf, UnaryAnswer, type UnaryCall } from '../unary-call.ts'
import { BINARY_OPTIONS } from '../wire.ts'

/**
 * A call of this process that waits for its answer. It is settled once: by its answer, its deadline, its caller or its stream.
 */
export class PendingCall {
  readonly call: UnaryCall
  readonly bytes: Uint8Array
  readonly answer: Promise<UnaryResponse>
  isSettled = false
  /** Set by its stream: called when the caller no longer waits. */
  onCancelled: () => void = () => {}
  readonly #onSettled: () => void
  readonly #resolve: (answer: UnaryResponse | Promise<UnaryResponse>) => void
  readonly #reject: (error: unknown) => void
  readonly #signal: AbortSignal | undefined
  readonly #cancel: () => void

  /** @param signal ends the call, by its deadline or its caller */
  constructor(call: UnaryCall, bytes: Uint8Array, signal: AbortSignal | undefined, onSettled: () => void) {
    this.call = call
    this.bytes = bytes
    this.#signal = signal
    this.#onSettled = onSettled
    const { promise, resolve, reject } = Promise.withResolvers<UnaryResponse>()
    this.answer = promise
    this.#resolve = resolve
    this.#reject = reject
    this.#cancel = () => {
      this.fail(endOfCall(signal!.reason))
      this.onCancelled()
    }
    if (signal?.aborted) this.#cancel()
    else signal?.addEventListener('abort', this.#cancel, { once: true })
  }
  /** The message that is sent. */
  encode(id: number): BatchedCall {
    const { call, bytes: message } = this
    const values = call.contextValues
    const left = call.timeoutMs()
    return {
      $typeName: 'attestry.common.v1.BatchedCall',
      id,
      method: pathOf(call.method),
      message,
      caller: values.get(callerKey),
      session: values.get(sessionKey),
      idempotencyKey: values.get(idempotencyKey),
      timeoutMs: left === undefined ? undefined : Math.ceil(left),
      metadata: Object.fromEntries(call.givenHeader ?? []),
    }
  }
  settle({ result, metadata }: BatchedAnswer): void {
    if (result.case === 'error') {
      this.fail(errorOf(result.value))
      return
    }
    try {
      for (const name in metadata) this.call.responseHeader.set(name, metadata[name]!)
      const { method } = this.call
      const bytes = result.value ?? NOTHING
      checkParts(method, bytes)
      if (bytes.length > PIECE) void this.#settleLarge(bytes)
      else this.succeed(new UnaryAnswer(this.call, fromBinary(method.output, bytes, BINARY_OPTIONS)))
    } catch (error) {
      this.fail(error)
    }
  }
  /** The answers behind a large one do not wait for it. */
  async #settleLarge(bytes: Uint8Array): Promise<void> {
    try {
      const message = await decodeInTurns(this.call.method.output, bytes)
      this.succeed(new UnaryAnswer(this.call, message))
    } catch (error) {
      this.fail(error)
    }
  }
  succeed(answer: UnaryResponse | Promise<UnaryResponse>): void {
    if (this.#finish()) this.#resolve(answer)
  }
  fail(error: unknown): void {
    if (this.#finish()) this.#reject(error)
  }
  #finish(): boolean {
    if (this.isSettled) return false
    this.isSettled = true
    this.#signal?.removeEventListener('abort', this.#cancel)
    this.#onSettled()
    return true
  }
}

function errorOf({ code, message, detail }: CallError): ConnectError {
  const details = detail === undefined ? [] : [{ desc: ErrorDetailSchema, value: detail }]
  return new ConnectError(message, code in Code ? code : Code.Unknown, undefined, details)
}

const NOTHING = new Uint8Array()
