import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { type DescMessage, fromBinary, fromJson, type JsonValue, type MessageShape } from '@bufbuild/protobuf'
import { parseJson } from '../../services/kernel/parse-json.ts'
import { RestError } from '../http/rest-error.ts'
import { requireFewParts } from './few-parts.ts'

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
 * The body without its content coding. Never more than `limit` bytes are decompressed.
 *
 * @throws RestError 413, 415; 400 when it is not what its coding says
 */
export async function decompressed(body: Buffer, coding: string | undefined, limit: number): Promise<Buffer> {
  const name = coding?.trim().toLowerCase() ?? 'identity'
  if (name === 'identity') return body
  if (name !== 'gzip') {
    throw new RestError(415, 'unsupported_media_type', 'Content-Encoding must be gzip or identity')
  }
  try {
    return await inflate(body, { maxOutputLength: limit })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new RestError(413, 'payload_too_large', `the request is larger than ${limit} bytes decompressed`)
    throw new RestError(400, 'validation_error', 'the body is not gzip', { cause: error })
  }
}

/** Reads a message. Fields that are not known here are ignored. @throws RestError 400; 413 for very many parts */
export function decodeMessage<D extends DescMessage>(
  desc: D,
  bytes: Buffer,
  encoding: Encoding,
): MessageShape<D> {
  requireFewParts(desc, bytes, encoding === 'application/json')
  try {
    if (encoding === 'application/x-protobuf') return fromBinary(desc, bytes, { readUnknownFields: false })
    return fromJson(desc, withIdsInBase64(parseJson(bytes.toString())), { ignoreUnknownFields: true })
  } catch (cause) {
    const what = encoding === 'application/json' ? 'OTLP JSON' : 'OTLP protobuf'
    throw new RestError(400, 'validation_error', `the body is not ${what}`, { cause })
  }
}

/** OTLP JSON writes ids in hex, where the JSON of protobuf has base64. */
function withIdsInBase64(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withIdsInBase64)
  if (typeof value !== 'object' || value === null) return value
  const copy: { [key: string]: JsonValue } = {}
  for (const [key, member] of Object.entries(value)) {
    if (IDS.has(key) && typeof member === 'string') {
      if (!HEX.test(member)) throw new TypeError(`${key} is not hex`)
      copy[key] = Buffer.from(member, 'hex').toString('base64')
    } else copy[key] = withIdsInBase64(member)
  }
  return copy
}

const inflate = promisify(gunzip)
const IDS = new Set(['traceId', 'spanId', 'parentSpanId', 'trace_id', 'span_id', 'parent_span_id'])
const HEX = /^(?:[0-9a-f]{2})*$/i
