import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { p256 } from '@noble/curves/nist.js'
import { sha256Hex } from './digest.ts'

/** Returns the key id of a public key: the hex SHA-256 of its DER SubjectPublicKeyInfo. */
export function kidOf(spki: Uint8Array): string {
  return sha256Hex(spki)
}

/**
 * Whether `signature` is the one accepted encoding (strict DER, low-S) of an ECDSA P-256 / SHA-256 signature of
 * `message` under `publicKey` (SPKI DER, or the key).
 */
export function verifySignature(
  publicKey: Uint8Array | KeyObject,
  message: string | Uint8Array,
  signature: Uint8Array,
): boolean {
  const values = decodeSignature(signature)
  if (values === null || values.hasHighS()) return false
  const key = publicKey instanceof Uint8Array ? publicKeyFrom(publicKey) : publicKey
  return verify('sha256', Buffer.from(message), { key, dsaEncoding: 'der' }, signature)
}

/** A P-256 public key from SPKI DER. @throws TypeError if it is anything else */
export function publicKeyFrom(spki: Uint8Array): KeyObject {
  const key = createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' })
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw new TypeError('not a P-256 public key')
  return key
}

/**
 * The DER SubjectPublicKeyInfo of a P-256 public key, in its one form: named curve, uncompressed point. Verifiers accept no
 * other.
 *
 * @throws TypeError or Error for any other key or encoding
 */
export function p256Spki(spki: Uint8Array): Buffer {
  const der = Buffer.from(spki)
  if (der.length !== 91 || !der.subarray(0, 27).equals(SPKI_PREFIX))
    throw new TypeError('not a P-256 public key as DER SubjectPublicKeyInfo with an uncompressed point')
  publicKeyFrom(der)
  return der
}

/**
 * The low-S form of a signature: of the two values of s that verify, (r, s) and (r, n − s), the one not above n/2.
 *
 * @returns strict DER, or null if the argument is not the strict DER of a signature
 */
export function toLowS(signature: Uint8Array): Buffer | null {
  const values = decodeSignature(signature)
  if (values === null) return null
  return encodeSignature({ r: values.r, s: values.hasHighS() ? P256_ORDER - values.s : values.s })
}

/**
 * DER of ECDSA-Sig-Value ::= SEQUENCE { r INTEGER, s INTEGER } (RFC 3279 section 2.2.3).
 *
 * @throws RangeError or Error if r or s is outside [1, n − 1]
 */
export function encodeSignature({ r, s }: EcdsaSignature): Buffer {
  return Buffer.from(new p256.Signature(r, s).toBytes('der'))
}

/** r and s, both in [1, n − 1], of a signature in strict DER; null for any other bytes. */
export function decodeSignature(der: Uint8Array): InstanceType<typeof p256.Signature> | null {
  try {
    return p256.Signature.fromBytes(der, 'der')
  } catch {
    return null
  }
}

/** The order n of P-256's group (SP 800-186, section 3.2.1.3). */
export const P256_ORDER: bigint = p256.Point.Fn.ORDER

/** The DER SubjectPublicKeyInfo of a P-256 key without its 64 bytes X ‖ Y (RFC 5480). */
const SPKI_PREFIX = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d03010703420004', 'hex')

type EcdsaSignature = { r: bigint; s: bigint }
