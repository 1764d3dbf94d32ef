import { ed25519 } from '@noble/curves/ed25519.js'
import { p256, p384, p521 } from '@noble/curves/nist.js'
import { children, content, element, NotDer, oid } from '../../src/shared/time-stamps/der.mjs'
import { digest } from './digest.mjs'

const RSA = '2a864886f70d010101'
const EC = '2a8648ce3d0201'
const ED25519 = '2b6570'
/** Named curves, by their object identifier in hex. */
const CURVES = { '2a8648ce3d030107': p256, '2b81040022': p384, '2b81040023': p521 }
/** The DigestInfo before the hash in an RSA signature (RFC 8017 section 9.2). */
const DIGEST_INFO = {
  sha1: '3021300906052b0e03021a05000414',
  sha256: '3031300d060960864801650304020105000420',
  sha384: '3041300d060960864801650304020205000430',
  sha512: '3051300d060960864801650304020305000440',
}
/** OpenSSL's limit. */
const MAX_MODULUS_BYTES = 2048
const MAX_EXPONENT_BYTES = 8

/**
 * The public key of a SubjectPublicKeyInfo: RSA, ECDSA on the three common curves, or Ed25519. Throws NotDer for anything else.
 *
 * @param {import('node:buffer').Buffer} spki
 * @returns {PublicKey}
 */
export function readPublicKey(spki) {
  const [algorithm, bits] = children(element(spki))
  const [type, parameter] = children(algorithm)
  const key = content(bits, 3).subarray(1)
  const name = oid(type)
  if (name === RSA) {
    const [modulus, exponent] = children(element(key))
    const [n, e] = [numberOf(content(modulus, 2)), numberOf(content(exponent, 2))]
    const bytes = Math.ceil(n.toString(16).length / 2)
    if (bytes <= MAX_MODULUS_BYTES && content(exponent, 2).length <= MAX_EXPONENT_BYTES)
      return { asymmetricKeyType: 'rsa', rsa: { n, e, bytes } }
  }
  if (name === EC) {
    const curve = CURVES[/** @type {keyof typeof CURVES} */ (oid(parameter))]
    if (curve !== undefined) return { asymmetricKeyType: 'ec', curve, bytes: key }
  }
  if (name === ED25519) return { asymmetricKeyType: 'ed25519', bytes: key }
  throw new NotDer('browsers cannot check signatures of this kind of key')
}

/**
 * As `verify` of node:crypto: ECDSA in DER, RSA PKCS #1 v1.5, Ed25519 where no hash is named.
 *
 * @param {string | null} hash
 * @param {Uint8Array} data
 * @param {PublicKey} key
 * @param {Uint8Array} signature
 */
export function verify(hash, data, key, signature) {
  try {
    if (key.asymmetricKeyType === 'ed25519')
      return hash === null && ed25519.verify(signature, data, key.bytes, { zip215: false })
    if (hash === null) return false
    const hashed = digest(hash, data)
    if (key.asymmetricKeyType === 'rsa') return verifyRsa(hash, hashed, key.rsa, signature)
    return key.curve.verify(signature, hashed, key.bytes, { format: 'der', lowS: false, prehash: false })
  } catch {
    return false
  }
}

/**
 * RSASSA-PKCS1-v1_5 (RFC 8017 section 8.2.2): what the signature opens to is compared with the one encoding that there is.
 *
 * @param {string} hash
 * @param {{ toString: (encoding: 'hex') => string }} hashed
 * @param {{ n: bigint, e: bigint, bytes: number }} key
 * @param {Uint8Array} signature
 */
function verifyRsa(hash, hashed, { n, e, bytes }, signature) {
  const info = `${DIGEST_INFO[/** @type {keyof typeof DIGEST_INFO} */ (hash)]}${hashed.toString('hex')}`
  const padding = bytes - info.length / 2 - 3
  const opened = numberOf(signature)
  if (signature.length !== bytes || padding < 8 || opened >= n) return false
  return power(opened, e, n) === BigInt(`0x0001${'ff'.repeat(padding)}00${info}`)
}

/**
 * @param {bigint} base
 * @param {bigint} exponent
 * @param {bigint} modulus
 */
function power(base, exponent, modulus) {
  let result = 1n
  let square = base % modulus
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % modulus
    square = (square * square) % modulus
  }
  return result
}

/** @param {Uint8Array} bytes */
function numberOf(bytes) {
  let hex = '0x0'
  for (const byte of bytes) hex += byte.toString(16).padStart(2, '0')
  return BigInt(hex)
}

/**
 * @typedef {{ asymmetricKeyType: 'rsa', rsa: { n: bigint, e: bigint, bytes: number } }
 *   | { asymmetricKeyType: 'ec', curve: typeof p256, bytes: Uint8Array }
 *   | { asymmetricKeyType: 'ed25519', bytes: Uint8Array }} PublicKey
 */
