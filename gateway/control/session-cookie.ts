import type { IncomingMessage } from 'node:http'

/** Returns the session token in the cookies of a request; undefined if there is none, or more than one. */
export function sessionToken(request: Pick<IncomingMessage, 'headers'>): string | undefined {
  const values = (request.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${SESSION_COOKIE}=`))
    .map((pair) => pair.slice(SESSION_COOKIE.length + 1))
  return values.length === 1 && TOKEN.test(values[0]!) ? values[0] : undefined
}

/**
 * Returns the Set-Cookie value of a session (RFC 6265bis). Scripts cannot read the cookie. Browsers send it from our own pages
 * only, to the control API only, and over TLS only, unless people reach the gateway by a loopback address.
 *
 * @param baseUrl the address by which people reach the gateway
 * @param maxAge seconds; 0 makes the browser delete it
 */
export function sessionCookie(token: string, maxAge: number, baseUrl: string): string {
  const secure = isLoopback(new URL(baseUrl).hostname) ? '' : '; Secure'
  return `${SESSION_COOKIE}=${token}; Path=/api/control; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${secure}`
}

export const SESSION_COOKIE = 'attestry_session'

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host)
}

const TOKEN = /^ats_[A-Za-z0-9_-]{43}$/
