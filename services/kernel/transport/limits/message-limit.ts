import { createContextKey } from '@connectrpc/connect'
import type { UniversalServerRequest } from '@connectrpc/connect/protocol'
import { toConnectError } from '../../errors/connect-errors.ts'
import { DomainError, Reason } from '../../errors/errors.ts'
import { envelopes } from './envelopes.ts'

/** Why the message of a call was not read, where that is known. */
export const unreadKey = createContextKey<DomainError | undefined>(undefined, { description: 'unread' })

/**
 * Limits the messages in the body of a call, which the sender controls. If a message is larger than `limit` bytes, the body ends
 * with the reason TOO_LARGE before that message is read. Connect-ES would answer RESOURCE_EXHAUSTED, which invites a retry.
 */
export function limitMessages(request: UniversalServerRequest, limit: number): UniversalServerRequest {
  const { body, header, contextValues } = request
  if (limit === Number.POSITIVE_INFINITY || !isStream(body)) return request
  const tooLarge = (): never => {
    const error = new DomainError(Reason.TOO_LARGE, `a message may have at most ${limit} bytes`)
    contextValues?.set(unreadKey, error)
    throw toConnectError(error)
  }
  const enveloped = isEnveloped(header.get('content-type') ?? '')
  const announced = Number(header.get('content-length') ?? 0)
  // Connect-ES would allocate the announced length before a byte has arrived.
  header.delete('content-length')
  if (!enveloped && announced > limit) return { ...request, body: refusing(tooLarge) }
  const check = enveloped
    ? envelopes(({ length }) => (length > limit ? tooLarge() : undefined))
    : wholeBody(limit, tooLarge)
  const source = body[Symbol.asyncIterator]()
  const limited: AsyncIterator<Uint8Array> = {
    next: async () => {
      const read = await source.next()
      if (!read.done) check(read.value)
      return read
    },
    return: async () => (await source.return?.()) ?? { done: true, value: undefined },
  }
  return { ...request, body: { [Symbol.asyncIterator]: () => limited } }
}

/** Content types whose messages have a prefix (envelopes.ts). */
const ENVELOPED = /^application\/(?:grpc|connect\+)/i

export function isEnveloped(contentType: string): boolean {
  return ENVELOPED.test(contentType)
}

function wholeBody(limit: number, tooLarge: () => never): (chunk: Uint8Array) => void {
  let bytes = 0
  return (chunk) => {
    bytes += chunk.length
    if (bytes > limit) tooLarge()
  }
}

/** A body that fails before it is read. */
function refusing(tooLarge: () => never): AsyncIterable<Uint8Array> {
  return { [Symbol.asyncIterator]: () => ({ next: async () => tooLarge() }) }
}

export function isStream(body: UniversalServerRequest['body']): body is AsyncIterable<Uint8Array> {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body
}
