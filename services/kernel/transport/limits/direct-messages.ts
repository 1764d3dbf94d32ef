import type { DescMethod } from '@bufbuild/protobuf'
import type { UniversalServerRequest } from '@connectrpc/connect/protocol'
import { joinedPieces } from '../../bodies/joined-pieces.ts'
import { jsonParts, messageParts } from '../../bodies/message-parts.ts'
import { type Hold, memoryBudget } from '../../concurrency/memory-budget.ts'
import { toConnectError } from '../../errors/connect-errors.ts'
import { DomainError, Reason } from '../../errors/errors.ts'
import { callerOf } from '../../identity/caller.ts'
import { isEntryPoint, originKey } from '../../identity/origin.ts'
import { LIMITS } from '../../values/limits.ts'
import { PREFIX } from './envelopes.ts'
import { fileOutOfMessage } from './message-files.ts'
import { isEnveloped, isStream, unreadKey } from './message-limit.ts'

/** Holds the messages of one call, until its answer is sent. */
type HeldMessages = { request: UniversalServerRequest; release(): void }

/**
 * Limits the messages of microservices that call directly: the memory of all of them together, the parts of each, and how many a
 * call has. Beyond the memory, the client that holds the most loses its oldest incomplete message (429). Calls from this
 * installation's own processes are not counted: the original message was counted where it came in.
 */
export function holdMessages(request: UniversalServerRequest, method: DescMethod): HeldMessages {
  const { body, header, contextValues: values } = request
  const isOne = method.methodKind === 'unary' || method.methodKind === 'server_streaming'
  if (!isOne || values === undefined || !isStream(body)) return { request, release: () => {} }
  const type = header.get('content-type') ?? ''
  const source = body[Symbol.asyncIterator]()
  let hold: Hold | undefined
  let lost: DomainError | undefined
  let state: 'unread' | 'passing' | 'read' = 'unread'
  let interrupt: (error: DomainError) => void = () => {}

  const refuse = (error: DomainError): never => {
    values.set(unreadKey, error)
    throw toConnectError(error)
  }
  const nextPiece = async (): Promise<IteratorResult<Uint8Array>> => {
    const piece = new Promise<IteratorResult<Uint8Array>>((resolve, reject) => {
      interrupt = reject
      source.next().then(resolve, reject)
    })
    const read = await piece.catch((error) => (error === lost ? refuse(error) : Promise.reject(error)))
    if (!read.done) held(read.value.length)
    return read
  }
  const held = (bytes: number): void => {
    hold!.add(bytes)
    if (lost !== undefined) refuse(lost)
  }
  const whole = async (): Promise<Uint8Array> => {
    hold = messages.hold(callerOf({ values }).actor?.id ?? '', () => {
      lost = TOO_MANY_MESSAGES
      interrupt(lost)
    })
    const pieces = joinedPieces()
    for (let read = await nextPiece(); !read.done; read = await nextPiece())
      pieces.add(Buffer.from(read.value.buffer, read.value.byteOffset, read.value.length))
    const bytes = firstTwo(pieces.join(), type)
    try {
      held(partsOf(bytes, type, method) * PART_BYTES)
      hold.keep()
      return await fileOutOfMessage(method.input, type, bytes, values)
    } catch (error) {
      if (error instanceof DomainError) refuse(error)
      throw error
    }
  }
  const iterator: AsyncIterator<Uint8Array> = {
    next: async () => {
      if (state === 'read') return { done: true, value: undefined }
      if (state === 'unread') state = isEntryPoint(values.get(originKey)) ? 'read' : 'passing'
      return state === 'passing' ? await source.next() : { done: false, value: await whole() }
    },
    return: async () => (await source.return?.()) ?? { done: true, value: undefined },
  }
  return {
    request: { ...request, body: { [Symbol.asyncIterator]: () => iterator } },
    release: () => hold?.release(),
  }
}

/** @throws DomainError TOO_LARGE for a message of very many parts, or a very long text of JSON */
function partsOf(bytes: Buffer, type: string, { input }: DescMethod): number {
  const isJson = /json/i.test(type)
  let parts = 0
  for (const message of isEnveloped(type) ? envelopesOf(bytes) : [bytes]) {
    if (isJson && message.length > LIMITS.batchBodyBytes)
      throw new DomainError(
        Reason.TOO_LARGE,
        `a message in JSON may have at most ${LIMITS.batchBodyBytes} bytes`,
      )
    parts += isJson ? jsonParts(message, MAX_PARTS, MAX_MEMBERS) : messageParts(input, message, MAX_PARTS)
  }
  if (parts === Number.POSITIVE_INFINITY)
    throw new DomainError(
      Reason.TOO_LARGE,
      `a message may have at most ${MAX_PARTS} parts: send fewer at once`,
    )
  return parts
}

/**
 * Cuts a body after its second message. The call takes one message, and the second makes Connect-ES refuse it. Anything further,
 * up to millions of empty messages, would be split up at once.
 */
function firstTwo(bytes: Buffer, type: string): Buffer {
  if (!isEnveloped(type)) return bytes
  let end = 0
  for (const _ of ['the message', 'one too many']) {
    if (end + PREFIX > bytes.length) return bytes
    end += PREFIX + bytes.readUInt32BE(end + 1)
  }
  return bytes.subarray(0, end)
}

/** The messages of a body with prefixes. A truncated one is left to its decoder. */
function* envelopesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at + PREFIX <= bytes.length; ) {
    const end = at + PREFIX + bytes.readUInt32BE(at + 1)
    yield bytes.subarray(at + PREFIX, end)
    at = end
  }
}

/** The budget of the whole process, on all ports together: twice the largest message. */
const messages = memoryBudget(2 * 6 * LIMITS.batchBodyBytes)
const TOO_MANY_MESSAGES = new DomainError(Reason.RATE_LIMITED, 'too many messages at once', {
  details: { retry_after: 1 },
})
/** A batch of 500 events with some hundred values in each payload has a third of it. */
const MAX_PARTS = 300_000
/** Several times as many as one object in a payload of 32 KiB can have. */
const MAX_MEMBERS = 20_000
/** The least number of bytes that a decoded part takes. */
const PART_BYTES = 150
