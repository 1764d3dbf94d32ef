import { p256 } from '@noble/curves/nist.js'
import { Buffer, view } from '../buffer.mjs'

/** The bytes of a SubjectPublicKeyInfo before its point. */
const BEFORE_POINT = 26

/**
 * A P-256 public key that can verify, or undefined where its point is not on the curve.
 *
 * @param {Uint8Array} spki the 91 bytes of its DER SubjectPublicKeyInfo
 */
export function verifyingKey(spki) {
  try {
    const point = p256.Point.fromBytes(spki.subarray(BEFORE_POINT))
    point.assertValidity()
    return point.toBytes(false)
  } catch {
    return undefined
  }
}

/**
 * ECDSA P-256 with SHA-256 over the message.
 *
 * @param {Uint8Array} key
 * @param {Uint8Array} message
 * @param {Uint8Array} signature in strict DER
 */
export function verifyEcdsa(key, message, signature) {
  try {
    return p256.verify(signature, message, key, { format: 'der', lowS: false, prehash: true })
  } catch {
    return false
  }
}

/**
 * The DER SubjectPublicKeyInfo of a public key in PEM ("PUBLIC KEY", RFC 7468) or DER. Throws where the bytes are none.
 *
 * @param {Uint8Array} bytes
 * @returns {Uint8Array}
 */
export function spkiOf(bytes) {
  const text = view(bytes).toString('latin1')
  if (!text.includes('-----BEGIN')) return bytes
  const [, body] = /-----BEGIN PUBLIC KEY-----([A-Za-z0-9+/=\s]+)-----END PUBLIC KEY-----/.exec(text) ?? []
  if (body === undefined) throw new TypeError('not the PEM form of a public key')
  return Buffer.from(body.replaceAll(/\s/g, ''), 'base64')
}
