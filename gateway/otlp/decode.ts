import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { type DescMessage, fromBinary, fromJson, type MessageShape } from '@bufbuild/protobuf'
import { jsonParts } from '../../services/kernel/bodies/message-parts.ts'
import { eventLoopShare } from '../../services/kernel/concurrency/event-loop.ts'
import { parseJson } from '../../services/kernel/json/parse-json.ts'
import { RestError } from '../http/answers/rest-error.ts'
import { binaryInPieces } from './binary-pieces.ts'
import { withIdsInBase64 } from './json-ids.ts'
import { jsonInPieces } from './json-pieces.ts'
import { PART_LIMITS } from './part-limits.ts'
import { type MessageSink, SMALL_BYTES } from './pieces.ts'

/** The two encodings of OTLP/HTTP (opentelemetry.io/docs/specs/otlp, "OTLP/HTTP"). An answer has the encoding of its request. */
export type Encoding = 'application/x-protobuf' | 'application/json'

/** @throws RestError 415 for any other media type */
export function encodingOf(contentType: string | undefined): Encoding {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase()
  if (type === 'application/x-protobuf' || type === 'application/json') return type
  throw new RestError(
    415,
    'unsupported_media_type',
    'Content-Type must be application/x-protobuf or application/json',
  )
}

/**
 * Returns the body without its content coding; undefined if it is larger than `limit`. Never decompresses more than that.
 *
 * @throws RestError 415; 400 when it does not have the form of its coding
 */
export async function decompressed(
  body: Buffer,
  coding: string | undefined,
  limit: number,
): Promise<Buffer | undefined> {
  const name = coding?.trim().toLowerCase() ?? 'identity'
  if (name === 'identity') return body.length > limit ? undefined : body
  if (name !== 'gzip') {
    throw new RestError(415, 'unsupported_media_type', 'Content-Encoding must be gzip or identity')
  }
  try {
    return await inflate(body, { maxOutputLength: limit })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return undefined
    throw new RestError(400, 'validation_error', 'the body is not gzip', { cause: error })
  }
}

/**
 * Reads a message. Unknown fields are ignored. A large message is read in pieces, and the event loop does other work between
 * them.
 *
 * @param sink receives the inner messages of a large message; errors of the sink are thrown as they are
 *
 * @throws RestError 400; 413 for very many parts
 */
export async function decodeMessage<D extends DescMessage>(
  desc: D,
  bytes: Buffer,
  encoding: Encoding,
  sink?: MessageSink,
): Promise<MessageShape<D>> {
  const decode = encoding === 'application/json' ? decodeJson : decodeBinary
  try {
    return await decode(desc, bytes, sink && { ...sink, take: withSinkError(sink.take) })
  } catch (cause) {
    if (cause instanceof SinkError) throw cause.cause
    if (cause instanceof RestError) throw cause
    const what = encoding === 'application/json' ? 'OTLP JSON' : 'OTLP protobuf'
    throw new RestError(400, 'validation_error', `the body is not ${what}`, { cause })
  }
}

function decodeBinary<D extends DescMessage>(
  desc: D,
  bytes: Buffer,
  sink: MessageSink | undefined,
): MessageShape<D> | Promise<MessageShape<D>> {
  if (bytes.length > SMALL_BYTES)
    return binaryInPieces(desc, bytes, PART_LIMITS.binary, eventLoopShare(), sink)
  return fromBinary(desc, bytes, { readUnknownFields: false })
}

function decodeJson<D extends DescMessage>(
  desc: D,
  bytes: Buffer,
  sink: MessageSink | undefined,
): MessageShape<D> | Promise<MessageShape<D>> {
  if (bytes.length > SMALL_BYTES) return jsonInPieces(desc, bytes, PART_LIMITS.json, eventLoopShare(), sink)
  const { parts, members, refusal } = PART_LIMITS.json
  if (jsonParts(bytes, parts, members) > parts) throw refusal()
  return fromJson(desc, withIdsInBase64(parseJson(bytes.toString())), { ignoreUnknownFields: true })
}

/** Wraps errors of the sink, so that they can be distinguished from errors in the form of the body. */
function withSinkError(take: MessageSink['take']): MessageSink['take'] {
  return (message) => {
    try {
      take(message)
    } catch (cause) {
      throw new SinkError('the sink failed', { cause })
    }
  }
}

class SinkError extends Error {}

const inflate = promisify(gunzip)
