import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { DomainError, Reason } from '../errors/errors.ts'

/** The thing that a sealed secret belongs to, as the encryption context of its data key in the key service. */
export type SealContext = Record<string, string>

/**
 * Seals a secret with AES-256-GCM (NIST SP 800-38D) under its data key. Returns a nonce of 12 bytes, the ciphertext and a tag of
 * 16 bytes. Bound to its context: a sealed secret that is moved to another row does not open.
 */
export function sealSecret(key: Buffer, context: SealContext, secret: string): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(boundTo(context))
  return Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

/** @throws DomainError INTERNAL for a secret of another context, under another key, or damaged. */
export function openSecret(key: Buffer, context: SealContext, sealed: Buffer): string {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE), { authTagLength: TAG })
    decipher.setAAD(boundTo(context)).setAuthTag(sealed.subarray(-TAG))
    return Buffer.concat([decipher.update(sealed.subarray(NONCE, -TAG)), decipher.final()]).toString('utf8')
  } catch (cause) {
    throw new DomainError(Reason.INTERNAL, 'a sealed secret does not open', { cause })
  }
}

function boundTo(context: SealContext): Buffer {
  return Buffer.from(JSON.stringify(context))
}

const NONCE = 12
const TAG = 16
