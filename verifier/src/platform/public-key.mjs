import { createPublicKey, verify } from 'node:crypto'

/**
 * A P-256 public key that can verify, or undefined where its point is not on the curve.
 *
 * @param {Buffer} spki the 91 bytes of its DER SubjectPublicKeyInfo
 */
export function verifyingKey(spki) {
  try {
    return createPublicKey({ key: spki, format: 'der', type: 'spki' })
  } catch {
    return undefined
  }
}

/**
 * ECDSA P-256 with SHA-256 over the message.
 *
 * @param {VerifyingKey} key
 * @param {Buffer} message
 * @param {Buffer} signature in strict DER
 */
export function verifyEcdsa(key, message, signature) {
  return verify('sha256', message, key, signature)
}

/**
 * The DER SubjectPublicKeyInfo of a public key in PEM or DER. Throws where the bytes are none.
 *
 * @param {Buffer} bytes
 * @returns {Uint8Array}
 */
export function spkiOf(bytes) {
  const pem = bytes.includes('-----BEGIN')
  const key = createPublicKey(pem ? bytes : { key: bytes, format: 'der', type: 'spki' })
  return key.export({ format: 'der', type: 'spki' })
}

/** @typedef {NonNullable<ReturnType<typeof verifyingKey>>} VerifyingKey */
