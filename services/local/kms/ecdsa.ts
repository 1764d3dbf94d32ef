import { createECDH, type JsonWebKey, randomBytes } from 'node:crypto'
import { type EcdsaSignature, P256_ORDER as N } from '../../kernel/crypto/ecdsa.ts'

/**
 * ECDSA over P-256 on a digest that is already computed. Node's own sign() and verify() always hash their input, so a
 * KMS that must not hash a second time (MessageType DIGEST) needs this. The multiplication by the generator is
 * OpenSSL's; only the arithmetic modulo the group's order is here. Source: FIPS 186-5, section 6.4.
 *
 * As with AWS, s is whichever value comes out, high or low.
 */
export function signDigest(key: JsonWebKey, digest: Uint8Array): EcdsaSignature {
  for (;;) {
    const k = toBigInt(randomBytes(32))
    if (k === 0n || k >= N) continue
    const r = xOfMultiple(k) % N
    const s = mod(inverse(k) * (toBigInt(digest) + r * scalar(key)))
    if (r !== 0n && s !== 0n) return { r, s }
  }
}

/**
 * Whether a signature on a digest was made with this private key. With the private key d at hand, u1·G + u2·Q is the
 * one multiple (u1 + u2·d)·G.
 */
export function verifyDigest(key: JsonWebKey, digest: Uint8Array, { r, s }: EcdsaSignature): boolean {
  const u = mod(inverse(s) * (toBigInt(digest) + r * scalar(key)))
  return u !== 0n && xOfMultiple(u) % N === r
}

/** The x coordinate of k·G. */
function xOfMultiple(k: bigint): bigint {
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(Buffer.from(k.toString(16).padStart(64, '0'), 'hex'))
  return toBigInt(curve.getPublicKey().subarray(1, 33))
}

/** The inverse modulo n (extended Euclid). */
function inverse(value: bigint): bigint {
  let [a, b, x, y] = [value, N, 1n, 0n]
  while (a !== 0n) {
    const quotient = b / a
    ;[a, b, x, y] = [b - quotient * a, a, y - quotient * x, x]
  }
  return mod(y)
}

function mod(value: bigint): bigint {
  const rest = value % N
  return rest < 0n ? rest + N : rest
}

function scalar(key: JsonWebKey): bigint {
  return toBigInt(Buffer.from(key.d ?? '', 'base64url'))
}

function toBigInt(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
}
