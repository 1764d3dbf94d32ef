import { InvalidSignature } from './errors.ts'
import { hmacSha256, sameBytes } from './hmac.ts'

/** The content of a notification to a channel of the kind `webhook` (docs/notifications.md). */
export type Notification = { type: string; timestamp: string; data: { [field: string]: unknown } }

/**
 * Verifies a notification that Attestry sent (Standard Webhooks 1.0) and returns its content.
 *
 * @param secret the signing secret of the channel, `whsec_…`
 * @param headers of the request, with names in lower case
 * @param body the raw body, as it was received
 * @throws InvalidSignature it is not signed with this secret, was altered, or its time is more than `toleranceSeconds` from `now`
 */
export async function verifyNotification(
  secret: string,
  headers: Headers | { [name: string]: string | string[] | undefined },
  body: string | Uint8Array,
  { toleranceSeconds = 300, now = Date.now() / 1000 }: { toleranceSeconds?: number; now?: number } = {},
): Promise<Notification> {
  const read = (name: string) => (headers instanceof Headers ? headers.get(name) : headers[name])
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(read)
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string')
    throw new InvalidSignature('the headers of a signed webhook are missing')
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now - Number(timestamp)) > toleranceSeconds)
    throw new InvalidSignature('the time of the signature is too far away')
  const expected = await hmacSha256(keyOf(secret), `${id}.${timestamp}.`, body)
  const claimed = signatures.split(' ').flatMap((text) => (text.startsWith('v1,') ? [text.slice(3)] : []))
  const matches = claimed.filter((text) => sameBytes(bytesOf(text) ?? new Uint8Array(), expected))
  if (matches.length === 0) throw new InvalidSignature('no signature matches this secret and body')
  return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body))
}

function keyOf(secret: string): Uint8Array {
  const key = bytesOf(secret.replace(/^whsec_/, ''))
  if (key === undefined || key.length === 0) throw new TypeError('secret: write whsec_…, as it was shown')
  return key
}

function bytesOf(base64: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
