import { createHash } from 'node:crypto'
import { sha256 } from '../../../kernel/crypto/digest.ts'

/**
 * What an event is recognised by at its endpoint, 32 bytes: the sender's event id or, without one, the very delivery and
 * the event's place in it (docs/decisions, "Idempotency window"). The kinds never meet, whatever an event id says.
 *
 * @param t the signature's time, Unix seconds
 */
export function duplicateKey(externalId: string | null, t: number, body: Uint8Array, place = 0): Buffer {
  if (externalId !== null) return sha256(`event\0${externalId}`)
  const kind = place === 0 ? 'delivery' : `delivery ${place}`
  return createHash('sha256').update(`${kind}\0${t}\0`).update(body).digest()
}

/** What an alert and the closure that does not repeat its id are both found by, 32 bytes. */
export function closureKey(closes: string): Buffer {
  return sha256(`closure\0${closes}`)
}
