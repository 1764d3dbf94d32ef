import type { IncomingMessage } from 'node:http'
import { RestError } from '../http/answers/rest-error.ts'

/**
 * Refuses requests that another site's page makes a browser send (docs/decisions/0060-login.md). Browsers say where a request
 * comes from in Sec-Fetch-Site and Origin; older ones in Origin alone. A client that sends neither is not a browser, and carries only
 * its own cookie. Origins are compared whole: scheme, host and port. Where Sec-Fetch-Site says that they are the same,
 * the scheme of Origin may be that of a proxy before the gateway.
 *
 * @param baseUrl the address by which people reach the gateway
 * @throws RestError 403 forbidden
 */
export function requireSameOrigin({ headers, method }: IncomingMessage, baseUrl: string): void {
  const { origin, host = '' } = headers
  const site = headers['sec-fetch-site']
  // A read by our own pages has no Origin. A page of another port or subdomain would send the cookie too, and an export begins with
  // a GET.
  if (method === 'GET' || method === 'HEAD') {
    const isOther = origin !== undefined && !isOwn(origin, [`http://${host}`, `https://${host}`, baseUrl])
    if (site !== 'same-site' && site !== 'cross-site' && !isOther) return
  } else if (site === undefined || site === 'none') {
    if (origin === undefined || isOwn(origin, [`http://${host}`, baseUrl])) return
  } else if (site === 'same-origin') {
    if (origin === undefined || isOwn(origin, [`http://${host}`, `https://${host}`, baseUrl])) return
  }
  throw new RestError(403, 'forbidden', 'this request comes from another site')
}

/** An origin that cannot be parsed is nobody's own, `null` included. */
function isOwn(origin: string, own: string[]): boolean {
  if (!URL.canParse(origin)) return false
  const given = new URL(origin).origin
  return given !== 'null' && own.some((url) => URL.canParse(url) && new URL(url).origin === given)
}
