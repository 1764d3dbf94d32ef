import { create, type DescMethod, type Message } from '@bufbuild/protobuf'
import { type ContextValues, createContextKey, type Interceptor } from '@connectrpc/connect'
import { createAsyncIterable, type UniversalServerResponse } from '@connectrpc/connect/protocol'
import type { ListPlace } from '../../concurrency/list-places.ts'
import { isLimited } from '../../identity/access.ts'
import { messageInTurns } from './message-in-turns.ts'
import { isStream, PREFIX } from './message-limit.ts'

/**
 * Keeps the answers of lists from Connect's handlers, which encode a message at one stretch: they get an empty one, and
 * `encodeLarge` puts the answer in its place. It has to be the outermost interceptor.
 */
export const keepLarge: Interceptor = (next) => async (request) => {
  const response = await next(request)
  if (response.stream || !isLimited(request.method)) return response
  request.contextValues.set(largeKey, response.message)
  return { ...response, message: create(response.method.output) }
}

/** Encodes the answer that `keepLarge` has kept, if it has one, in turns of the event loop. @param values of the call */
export async function encodeLarge(
  answer: UniversalServerResponse,
  values: ContextValues,
  method: DescMethod,
): Promise<UniversalServerResponse> {
  const type = new Headers(answer.header).get('content-type') ?? ''
  const { body } = answer
  if (!isLimited(method) || body === undefined || !isStream(body)) return answer
  const encode = async (): Promise<Encoded | undefined> => {
    const message = values.get(largeKey)
    if (message === undefined) return undefined
    values.set(largeKey, undefined)
    const pieces = await messageInTurns(
      method.output,
      message,
      !type.endsWith('json'),
      values.get(listPlaceKey)?.grew,
    )
    const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0)
    values.set(answerBytesKey, bytes)
    values.get(listPlaceKey)?.done(bytes)
    return { pieces, bytes }
  }
  // The body of gRPC is made while it is read; that of Connect is there.
  if (type.startsWith('application/grpc')) return { ...answer, body: enveloped(body, encode) }
  const encoded = await encode()
  if (encoded === undefined) return answer
  const header = new Headers(answer.header)
  header.set('content-length', String(encoded.bytes))
  return { ...answer, header, body: createAsyncIterable(encoded.pieces) }
}

/** The first envelope holds the empty message, unless it is the end of a refused call. */
async function* enveloped(
  body: AsyncIterable<Uint8Array>,
  encode: () => Promise<Encoded | undefined>,
): AsyncIterable<Uint8Array> {
  let isFirst = true
  for await (const chunk of body) {
    const encoded = isFirst && chunk[0] === 0 ? await encode() : undefined
    isFirst = false
    if (encoded === undefined) {
      yield chunk
      continue
    }
    const prefix = Buffer.alloc(PREFIX)
    prefix.writeUInt32BE(encoded.bytes, 1)
    yield prefix
    yield* encoded.pieces
  }
}

const largeKey = createContextKey<Message | undefined>(undefined, { description: 'large answer' })

/** The place of a list. It MUST be given back once the stream of the call is closed; giving it back twice changes nothing. */
export const listPlaceKey = createContextKey<ListPlace | undefined>(undefined, { description: 'list place' })

/** Bytes of an answer that is sent in pieces. */
export const answerBytesKey = createContextKey<number | undefined>(undefined, { description: 'answer bytes' })

type Encoded = { pieces: Uint8Array[]; bytes: number }
