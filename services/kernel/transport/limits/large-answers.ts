import { create } from '@bufbuild/protobuf'
import {
  Code,
  ConnectError,
  type ContextValues,
  createContextKey,
  type Interceptor,
} from '@connectrpc/connect'
import { createAsyncIterable, type UniversalServerResponse } from '@connectrpc/connect/protocol'
import { listPlaceKey } from '../../concurrency/list-places.ts'
import { isLimited } from '../../identity/access.ts'
import { PREFIX } from './envelopes.ts'
import { messageInTurns } from './message-in-turns.ts'
import { isStream } from './message-limit.ts'

/**
 * Encodes the answers of lists in turns of the event loop. Connect's handlers, which encode a message in one turn, get an empty
 * one, and `withEncoded` puts the answer in its place. A message that cannot be encoded fails here, so that Connect answers the
 * error. It MUST be the outermost interceptor.
 */
export const encodeLarge: Interceptor = (next) => async (request) => {
  const response = await next(request)
  const { method, contextValues: values } = request
  if (response.stream || !isLimited(method)) return response
  const place = values.get(listPlaceKey)
  values.set(listPlaceKey, undefined)
  const encoding = response.header.get('content-type')?.endsWith('json') === true ? 'json' : 'binary'
  let bytes = 0
  try {
    const pieces = await messageInTurns(method.output, response.message, encoding, place?.grew)
    bytes = pieces.reduce((sum, piece) => sum + piece.length, 0)
    values.set(encodedKey, { pieces, bytes })
  } catch (error) {
    throw ConnectError.from(error, Code.Internal)
  } finally {
    place?.done(bytes)
  }
  return { ...response, message: create(response.method.output) }
}

/** Returns an answer with the message that `encodeLarge` has encoded, if it has one. @param values of the call */
export function withEncoded(answer: UniversalServerResponse, values: ContextValues): UniversalServerResponse {
  const encoded = values.get(encodedKey)
  const { body } = answer
  if (encoded === undefined || body === undefined || !isStream(body)) return answer
  const header = new Headers(answer.header)
  if (header.get('content-type')?.startsWith('application/grpc'))
    return { ...answer, body: enveloped(body, encoded) }
  header.set('content-length', String(encoded.bytes))
  return { ...answer, header, body: createAsyncIterable(encoded.pieces) }
}

/** Bytes of an answer that is sent in pieces. */
export function encodedBytes(values: ContextValues): number | undefined {
  return values.get(encodedKey)?.bytes
}

/** The first envelope holds the empty message. */
async function* enveloped(
  body: AsyncIterable<Uint8Array>,
  { pieces, bytes }: Encoded,
): AsyncIterable<Uint8Array> {
  let isFirst = true
  for await (const chunk of body) {
    if (!isFirst) {
      yield chunk
      continue
    }
    isFirst = false
    const prefix = Buffer.alloc(PREFIX)
    prefix.writeUInt32BE(bytes, 1)
    yield prefix
    yield* pieces
  }
}

type Encoded = { pieces: Uint8Array[]; bytes: number }
const encodedKey = createContextKey<Encoded | undefined>(undefined, { description: 'encoded answer' })
