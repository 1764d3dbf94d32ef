import type { ServerResponse } from 'node:http'
import type { Deprecation } from '../operations/operation.ts'

/** Deprecation (RFC 9745), Sunset (RFC 8594) and a link to what to use instead (contract 9.4). */
export function setDeprecationHeaders(response: ServerResponse, { since, sunset, link }: Deprecation): void {
  response.setHeader('Deprecation', `@${Math.floor(since.getTime() / 1000)}`)
  response.setHeader('Sunset', sunset.toUTCString())
  response.setHeader('Link', `<${link}>; rel="sunset"; type="text/html"`)
}
