import { createHash } from 'node:crypto'
import { sha256 } from '../../../kernel/crypto/digest.ts'

/**
 * What an event is recognised by at its endpoint, 32 bytes: the sender's event id or, without one, the very delivery
 * (docs/decisions, "Idempotency window"). The two kinds never meet, whatever an event id says.
 *
 * @param t the signature's time, Unix seconds
 */
export function duplicateKey(externalId: string | null, t: number, body: Uint8Array): Buffer {
  return externalId === null
    ? createHash('sha256').update(`delivery\0${t}\0`).update(body).digest()
    : sha256(`event\0${externalId}`)
}
