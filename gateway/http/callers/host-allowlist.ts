import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { RestError } from '../answers/rest-error.ts'

/** Refuses a request whose Host is a name that is not this installation's. @throws RestError 403 forbidden */
export type RequireOwnHost = (request: Pick<IncomingMessage, 'headers'>) => void

/**
 * Protects from DNS rebinding: a page whose name was rebound to this machine's address sends its own name as Host. Its browser
 * then treats the answers as same-origin. Surfaces that trust the network or a cookie therefore answer only to their own names:
 * addresses, which cannot be rebound, `localhost`, the host of ATTESTRY_BASE_URL, HOST and ATTESTRY_ALLOWED_HOSTS. Ports do not
 * count. The key-authenticated API has no such list, because a page has no key and proxies may change the Host.
 *
 * @param names further names, in any case
 */
export function requireOwnHost(names: readonly string[]): RequireOwnHost {
  const own = new Set(names.map((name) => name.toLowerCase()))
  return ({ headers }) => {
    const name = nameOf(headers.host ?? '')
    if (name === '' || name === 'localhost' || name.endsWith('.localhost') || own.has(name)) return
    if (isIP(name) !== 0) return
    throw new RestError(403, 'forbidden', 'this host name is not among ATTESTRY_ALLOWED_HOSTS')
  }
}

/** Returns the name or address of a Host header, without port, brackets and the dot of the root. */
function nameOf(host: string): string {
  const name = host.startsWith('[') ? host.slice(1).split(']')[0]! : host.split(':')[0]!
  return name.replace(/\.$/, '').toLowerCase()
}
