import type { IncomingMessage } from 'node:http'
import { RestError } from '../answers/rest-error.ts'
import { headerLines } from '../requests/header-values.ts'

/**
 * Requires `Content-Type: application/json`, once, and no content encoding.
 *
 * @throws RestError 415 unsupported_media_type
 */
export function requireJson(request: IncomingMessage): void {
  if (!isJson(request.headers['content-type']) || headerLines(request, 'content-type') !== 1) {
    throw new RestError(415, 'unsupported_media_type', 'Content-Type must be application/json')
  }
  const encoding = request.headers['content-encoding']
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new RestError(415, 'unsupported_media_type', 'Content-Encoding must be identity')
  }
}

/**
 * Whether a Content-Type is `application/json` (RFC 9110 section 8.3.1), with any parameters except a charset other than UTF-8.
 */
export function isJson(contentType: string | undefined): boolean {
  if (contentType === 'application/json') return true
  const rest = /^application\/json((?:[ \t;].*)?)$/i.exec(contentType ?? '')?.[1]
  if (rest === undefined) return false
  let end = 0
  for (const [parameter, name, value = ''] of rest.matchAll(PARAMETER)) {
    end += parameter.length
    if (name?.toLowerCase() === 'charset' && !UTF_8.test(value)) return false
  }
  return /^[ \t]*$/.test(rest.slice(end))
}

/** One parameter, or an empty one after its semicolon. Each is matched at the end of the one before it. */
const PARAMETER = /[ \t]*;[ \t]*(?:([\w!#$%&'*+.^`|~-]+)=([\w!#$%&'*+.^`|~-]+|"(?:[^"\\]|\\.)*"))?/gy
/** Includes the alias that Connect accepts: every body that Connect reads as JSON MUST be checked as JSON. */
const UTF_8 = /^"?utf-?8"?$/i
