import { createPublicKey, verify } from 'node:crypto'

/** DER SubjectPublicKeyInfo of an Ed25519 key, without the key (RFC 8410). */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')

/**
 * Ed25519 (RFC 8032) over the message.
 *
 * @param {Buffer} raw the 32 bytes of the public key
 * @param {Buffer} message
 * @param {Buffer} signature
 */
export function verifyEd25519(raw, message, signature) {
  try {
    const key = createPublicKey({ key: Buffer.concat([SPKI_PREFIX, raw]), format: 'der', type: 'spki' })
    return verify(null, message, key, signature)
  } catch {
    return false
  }
}
