/**
 * The challenge of a 401 (RFC 9110 section 11.6.1), by path. The scheme says what the call is to show: an API key, a
 * signature, or a session, whose cookie no registered scheme has.
 */
export function challengeOf(path: string): string {
  if (path.startsWith('/api/control')) return 'Session'
  if (path.startsWith('/api/v1/webhooks/')) return 'X-Service-Signature'
  return 'Bearer realm="attestry"'
}
