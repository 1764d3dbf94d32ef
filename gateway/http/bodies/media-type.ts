import type { IncomingMessage } from 'node:http'
import { headerLines } from '../requests/header-lines.ts'
import { RestError } from '../rest-error.ts'

/**
 * Requires `Content-Type: application/json`, once, with no parameter but charset=utf-8, and no content encoding.
 *
 * @throws RestError 415 unsupported_media_type
 */
export function requireJson(request: IncomingMessage): void {
  const type = request.headers['content-type']
  const named = type === 'application/json' || JSON_TYPE.test(type ?? '')
  if (!named || headerLines(request, 'content-type') !== 1) {
    throw new RestError(415, 'unsupported_media_type', 'Content-Type must be application/json')
  }
  const encoding = request.headers['content-encoding']
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new RestError(415, 'unsupported_media_type', 'Content-Encoding must be identity')
  }
}

/** RFC 9110 section 8.3.1. Each place for optional whitespace is matched by one part of the pattern only. */
const JSON_TYPE = /^application\/json[ \t]*(?:;[ \t]*(?:charset=(?:utf-8|"utf-8")[ \t]*(?:;[ \t]*)?)?)?$/i
