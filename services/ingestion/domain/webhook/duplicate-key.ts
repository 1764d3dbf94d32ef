import { createHash } from 'node:crypto'
import { sha256 } from '../../../kernel/crypto/digest.ts'

/**
 * Returns the key by which an event is recognised at its endpoint, 32 bytes: from the sender's event id or, without one, from the
 * delivery itself and the event's place in it (docs/decisions/0048-idempotency-window.md). Keys of the two kinds never collide,
 * whatever an event id is.
 *
 * @param t the time of the signature with which the delivery was sent first, Unix seconds
 */
export function duplicateKey(externalId: string | null, t: number, body: Uint8Array, place = 0): Buffer {
  if (externalId !== null) return sha256(`event\0${externalId}`)
  const kind = place === 0 ? 'delivery' : `delivery ${place}`
  return createHash('sha256').update(`${kind}\0${t}\0`).update(body).digest()
}

/** Returns the key that an alert shares with a closure that does not repeat the alert's id, 32 bytes. */
export function closureKey(closes: string): Buffer {
  return sha256(`closure\0${closes}`)
}
