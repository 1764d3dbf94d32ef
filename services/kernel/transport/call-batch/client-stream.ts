import { type Client, Code, ConnectError } from '@connectrpc/connect'
import type {
  CallBatchService,
  ExchangeCallsRequest,
} from '../../../../proto/gen/attestry/common/v1/call_batch_pb.ts'
import { eventLoopShare } from '../../concurrency/event-loop.ts'
import { ofThisProcess } from '../refused-process.ts'
import { STREAM_MS } from './limits.ts'
import { Outbox } from './outbox.ts'
import type { PendingCall } from './pending-call.ts'

/**
 * One stream of calls to a peer. It accepts calls for a second, then ends once all of them are answered. When the stream breaks,
 * every call without an answer fails with the stream's error.
 */
export class CallStream {
  readonly #pending = new Map<number, PendingCall>()
  readonly #outbox = new Outbox<Outgoing>(({ call }) => call?.bytes.length ?? 0)
  readonly #client: Client<typeof CallBatchService>
  readonly #resend: (call: PendingCall) => void
  readonly #timer = setTimeout(() => this.end(), STREAM_MS)
  #calls = 0
  #answers = 0
  #isDraining = false
  #isEnded = false

  /** @param resend sends calls again where the server does not support batches */
  constructor(client: Client<typeof CallBatchService>, resend: (call: PendingCall) => void) {
    this.#client = client
    this.#resend = resend
    void this.#read()
  }
  get isEnded(): boolean {
    return this.#isEnded
  }
  send(call: PendingCall): void {
    const id = ++this.#calls
    this.#pending.set(id, call)
    call.onCancelled = () => {
      if (this.#pending.delete(id)) this.#outbox.put({ id })
    }
    this.#outbox.put({ id, call })
  }
  end(): void {
    this.#isEnded = true
    clearTimeout(this.#timer)
    this.#outbox.end()
  }
  async #read(): Promise<void> {
    const share = eventLoopShare()
    try {
      for await (const { answers, draining } of this.#client.exchangeCalls(this.#batches())) {
        this.#checkAsked(answers.length, draining)
        if (draining) this.end()
        for (const answer of answers) {
          const call = this.#pending.get(answer.id)
          this.#pending.delete(answer.id)
          call?.settle(answer)
          const wait = share()
          if (wait !== undefined) await wait
        }
      }
      this.#fail(new ConnectError('the stream of calls ended', Code.Unavailable))
    } catch (error) {
      this.#fail(ConnectError.from(error))
    }
  }
  /**
   * Refuses messages in excess of one answer for each call and one notice that the server is draining: a malicious server could
   * send them without end. @throws ConnectError
   */
  #checkAsked(answers: number, draining: boolean): void {
    this.#answers += answers
    const isEmpty = answers === 0 && (!draining || this.#isDraining)
    this.#isDraining ||= draining
    if (isEmpty || this.#answers > this.#calls)
      throw new ConnectError('the service answers what was not asked', Code.Internal)
  }
  async *#batches(): AsyncIterable<ExchangeCallsRequest> {
    for await (const batch of this.#outbox) yield requestOf(batch)
  }
  #fail(error: ConnectError): void {
    this.end()
    const failure = ofThisProcess(error)
    for (const call of this.#pending.values()) {
      if (error.code === Code.Unimplemented && this.#answers === 0) this.#resend(call)
      else call.fail(failure)
    }
    this.#pending.clear()
  }
}

/** A call, or the id of a cancelled call where `call` is absent. */
type Outgoing = { id: number; call?: PendingCall }

/** The message for a batch. A call that was cancelled before it was sent is left out. */
function requestOf(batch: Outgoing[]): ExchangeCallsRequest {
  const calls = []
  const cancelled = []
  for (const { id, call } of batch) {
    if (call === undefined) cancelled.push(id)
    else if (!call.isSettled) calls.push(call.encode(id))
  }
  return { $typeName: 'attestry.common.v1.ExchangeCallsRequest', calls, cancelled }
}
