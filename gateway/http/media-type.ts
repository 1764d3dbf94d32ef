import type { IncomingMessage } from 'node:http'
import { RestError } from './rest-error.ts'

/**
 * Requires `Content-Type: application/json`, with no parameter but charset=utf-8, and no content encoding.
 *
 * @throws RestError 415 unsupported_media_type
 */
export function requireJson(request: IncomingMessage): void {
  const type = request.headers['content-type']
  if (type !== 'application/json' && !JSON_TYPE.test(type ?? '')) {
    throw new RestError(415, 'unsupported_media_type', 'Content-Type must be application/json')
  }
  const encoding = request.headers['content-encoding']
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new RestError(415, 'unsupported_media_type', 'Content-Encoding must be identity')
  }
}

const JSON_TYPE = /^application\/json[ \t]*(?:;[ \t]*charset="?utf-8"?[ \t]*)?;?[ \t]*$/i
