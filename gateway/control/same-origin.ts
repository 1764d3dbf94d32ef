import type { IncomingMessage } from 'node:http'
import { RestError } from '../http/rest-error.ts'

/**
 * Refuses what another site's page makes a browser send (docs/decisions, "Login"). Browsers say where a request comes
 * from in Sec-Fetch-Site, older ones in Origin; what sends neither is no browser and carries no one else's cookie.
 *
 * @param baseUrl the address by which people reach the gateway
 * @throws RestError 403 forbidden
 */
export function requireSameOrigin({ headers, method }: IncomingMessage, baseUrl: string): void {
  if (method === 'GET' || method === 'HEAD') return
  const site = headers['sec-fetch-site']
  if (site === 'same-origin' || site === 'none') return
  const { origin } = headers
  if (site === undefined && (origin === undefined || isOwn(origin, headers.host, baseUrl))) return
  throw new RestError(403, 'forbidden', 'this request comes from another site')
}

function isOwn(origin: string, host: string | undefined, baseUrl: string): boolean {
  if (!URL.canParse(origin)) return false
  const given = new URL(origin)
  return given.origin === new URL(baseUrl).origin || given.host === host
}
