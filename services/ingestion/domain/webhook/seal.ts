import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { DomainError, Reason } from '../../../kernel/errors/errors.ts'

/**
 * AES-256-GCM (NIST SP 800-38D) of a signing secret under a data key of its own; 12 bytes of nonce, ciphertext, 16
 * bytes of tag. Bound to its endpoint: a sealed secret that is moved to another endpoint's row does not open.
 */
export function seal(key: Buffer, endpoint: EndpointRef, secret: string): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(boundTo(endpoint))
  return Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

/** @throws DomainError INTERNAL for a secret of another endpoint, under another key, or damaged. */
export function unseal(key: Buffer, endpoint: EndpointRef, sealed: Buffer): string {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE), { authTagLength: TAG })
    decipher.setAAD(boundTo(endpoint)).setAuthTag(sealed.subarray(-TAG))
    return Buffer.concat([decipher.update(sealed.subarray(NONCE, -TAG)), decipher.final()]).toString('utf8')
  } catch (cause) {
    throw new DomainError(Reason.INTERNAL, 'a sealed secret does not open', { cause })
  }
}

/** What the key service binds the data key of an endpoint to (KMS encryption context). */
export function contextOf({ orgId, id }: EndpointRef): Record<string, string> {
  return { purpose: 'attestry webhook secret', organization_id: orgId, endpoint_id: id }
}

function boundTo(endpoint: EndpointRef): Buffer {
  return Buffer.from(JSON.stringify(contextOf(endpoint)))
}

export type EndpointRef = { orgId: string; id: string }

const NONCE = 12
const TAG = 16
