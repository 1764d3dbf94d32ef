/**
 * Returns the challenge of a 401 (RFC 9110 section 11.6.1), by path. The scheme names the required credential: an API key, a
 * signature, or a session. No registered scheme exists for a session cookie.
 */
export function challengeOf(path: string): string {
  if (path.startsWith('/api/control')) return 'Session'
  if (path.startsWith('/api/v1/webhooks/')) return 'X-Service-Signature'
  return 'Bearer realm="attestry"'
}
