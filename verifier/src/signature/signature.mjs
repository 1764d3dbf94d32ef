import { sha256 } from '../hashes/hash.mjs'
import { verifyEcdsa, verifyingKey } from '../platform/public-key.mjs'
import { Failure } from '../report/failure.mjs'

/** @import { VerifyingKey } from '../platform/public-key.mjs' */

/** P-256: y² = x³ − 3x + b mod the prime (FIPS 186-5, SP 800-186 section 3.2.1.3). */
const PRIME = BigInt('0xffffffff00000001000000000000000000000000ffffffffffffffffffffffff')
const B = BigInt('0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b')

/** The order of P-256 and half of it. */
const ORDER = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551')
const HALF = ORDER / 2n

/** The DER SubjectPublicKeyInfo of a P-256 key without its 64 bytes X ‖ Y (RFC 5480). */
const SPKI_PREFIX = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d03010703420004', 'hex')

/**
 * Reads a P-256 public key from its DER SubjectPublicKeyInfo. Returns undefined for any form other than a named curve with an
 * uncompressed point. A package may have thousands of keys, few of which verify a signature, so a verifying key is created only
 * on demand.
 *
 * @param {Uint8Array} spki
 * @returns {Key | undefined}
 */
export function keyFromSpki(spki) {
  const der = Buffer.from(spki)
  if (der.length !== 91 || !der.subarray(0, 27).equals(SPKI_PREFIX)) return undefined
  if (!isOnCurve(integer(der.subarray(27, 59)), integer(der.subarray(59)))) return undefined
  return { kid: sha256(der, 'hex'), spki: der, verifying: undefined }
}

/**
 * @param {bigint} x
 * @param {bigint} y
 */
function isOnCurve(x, y) {
  return x < PRIME && y < PRIME && (y * y - (x * x - 3n) * x - B) % PRIME === 0n
}

/** @param {Buffer} bytes */
function integer(bytes) {
  return BigInt(`0x${bytes.toString('hex')}`)
}

/**
 * @param {Buffer} x
 * @param {Buffer} y 32 bytes each
 */
export function keyFromPoint(x, y) {
  return keyFromSpki(Buffer.concat([SPKI_PREFIX, x, y]))
}

/** @param {Key} key */
export function pem(key) {
  const lines = /** @type {string[]} */ (key.spki.toString('base64').match(/.{1,64}/g))
  return `-----BEGIN PUBLIC KEY-----\n${lines.join('\n')}\n-----END PUBLIC KEY-----\n`
}

/**
 * Throws unless the signature has its only valid form: strict DER (X.690), 1 ≤ r < n, 1 ≤ s ≤ n/2.
 *
 * @param {Buffer} der
 * @param {string} file
 */
export function assertSignatureForm(der, file) {
  const bad = (/** @type {number} */ offset) =>
    new Failure('signature_form', 'not a DER SEQUENCE of two INTEGERs', { file, offset })
  if (der.length < 8 || der[0] !== 0x30) throw bad(0)
  if (der[1] !== der.length - 2) throw bad(1)
  let at = 2
  const [, s] = ['r', 's'].map(() => {
    const length = der[at + 1] ?? 0
    const content = der.subarray(at + 2, at + 2 + length)
    const [first = 0x80, second = 0] = content
    const minimal = first < 0x80 && (first > 0 || second >= 0x80)
    if (der[at] !== 2 || length < 1 || length > 33 || content.length !== length || !minimal) throw bad(at)
    const value = integer(content)
    if (value >= ORDER) throw bad(at)
    at += 2 + length
    return value
  })
  if (at !== der.length) throw bad(at)
  if (/** @type {bigint} */ (s) > HALF)
    throw new Failure('signature_high_s', 's is more than half of the group order', { file })
}

/**
 * Verifies a signature: ECDSA P-256 with SHA-256 over the message.
 *
 * @param {Key} key
 * @param {Uint8Array | string} message
 * @param {Buffer} signature whose form has been checked
 */
export function verifies(key, message, signature) {
  key.verifying ??= verifyingKey(key.spki)
  return key.verifying !== undefined && verifyEcdsa(key.verifying, Buffer.from(message), signature)
}

/**
 * Decodes canonical base64 (RFC 4648 section 4, padded, no stray bits). Returns undefined for any other text.
 *
 * @param {unknown} text
 */
export function base64(text) {
  if (typeof text !== 'string') return undefined
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? bytes : undefined
}

/** @typedef {{ kid: string, spki: Buffer, verifying: VerifyingKey | undefined }} Key */
