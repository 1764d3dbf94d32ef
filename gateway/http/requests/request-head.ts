import type { IncomingMessage } from 'node:http'
import { RestError } from '../answers/rest-error.ts'
import { headerLines } from './header-values.ts'

/**
 * Finds errors in the head of a request that Node.js accepts (RFC 9112 sections 2.3, 3.2, 6.1): the version, the Host, and
 * transfer codings other than chunked, which another reader of the request might decode. After an error the connection MUST be
 * closed.
 */
export function requestHeadError(request: IncomingMessage): RestError | undefined {
  const { httpVersion: version, headers } = request
  if (version !== '1.1' && version !== '1.0') return VERSION
  const hosts = headerLines(request, 'host')
  if (hosts > 1 || (hosts === 0 && version === '1.1') || !HOST_VALUE.test(headers.host ?? '')) return HOST
  const codings = headers['transfer-encoding']
  if (codings === undefined || (version === '1.1' && codings.toLowerCase() === 'chunked')) return undefined
  return CODINGS
}

/** `uri-host [ ":" port ]` (RFC 9110 section 7.2, RFC 3986 section 3.2.2), also empty. */
const HOST_VALUE = /^(?:\[[\w.~!$&'()*+,;=:-]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/

const VERSION = new RestError(400, 'validation_error', 'only HTTP/1.0 and HTTP/1.1 are served here')
const HOST = new RestError(400, 'validation_error', 'exactly one Host header with a host is required')
const CODINGS = new RestError(400, 'validation_error', 'chunked is the only transfer coding, and of HTTP/1.1')
