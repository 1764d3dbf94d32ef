import { createHash } from 'node:crypto'

/**
 * What an event is recognised by at its endpoint, 32 bytes: the sender's event id or, without one, the very delivery
 * (docs/decisions, "Idempotency window"). The two kinds never meet, whatever an event id says.
 *
 * @param t the signature's time, Unix seconds
 */
export function duplicateKey(externalId: string | null, t: number, body: Uint8Array): Buffer {
  const hash = createHash('sha256')
  return externalId === null
    ? hash.update(`delivery\0${t}\0`).update(body).digest()
    : hash.update(`event\0${externalId}`).digest()
}
