import { createPublicKey, type KeyObject, verify } from 'node:crypto'

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
  if (!values || values.s > HALF_ORDER) return false
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
 * The low-S form of a signature: of the two values of s that verify, (r, s) and (r, n − s), the one not above n/2.
 *
 * @returns strict DER, or null if the argument is not the strict DER of a signature
 */
export function toLowS(signature: Uint8Array): Buffer | null {
  const values = decodeSignature(signature)
  if (!values) return null
  return encodeSignature({ r: values.r, s: values.s > HALF_ORDER ? P256_ORDER - values.s : values.s })
}

/** DER of ECDSA-Sig-Value ::= SEQUENCE { r INTEGER, s INTEGER } (RFC 3279 section 2.2.3). */
export function encodeSignature({ r, s }: EcdsaSignature): Buffer {
  const body = Buffer.concat([encodeInteger(r), encodeInteger(s)])
  return Buffer.concat([Buffer.of(0x30, body.length), body])
}

/** r and s, both in [1, n − 1], of a signature in strict DER; null for any other bytes. */
export function decodeSignature(der: Uint8Array): EcdsaSignature | null {
  const rLength = der[3] ?? 0
  const sLength = der[5 + rLength] ?? 0
  const r = toBigInt(der.subarray(4, 4 + rLength))
  const s = toBigInt(der.subarray(6 + rLength, 6 + rLength + sLength))
  if (r === 0n || r >= P256_ORDER || s === 0n || s >= P256_ORDER) return null
  return Buffer.compare(encodeSignature({ r, s }), der) === 0 ? { r, s } : null
}

function encodeInteger(value: bigint): Buffer {
  const hex = value.toString(16)
  const bytes = Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex')
  const positive = (bytes[0] ?? 0) & 0x80 ? Buffer.concat([Buffer.of(0), bytes]) : bytes
  return Buffer.concat([Buffer.of(0x02, positive.length), positive])
}

function toBigInt(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
}

/** The order n of P-256's group (SP 800-186, section 3.2.1.3). */
export const P256_ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
const HALF_ORDER = P256_ORDER / 2n

export type EcdsaSignature = { r: bigint; s: bigint }
