import { createECDH, generateKeyPairSync, randomBytes } from 'node:crypto'
import { checkedSigner, type Signer } from '../../../services/evidence/domain/keys.ts'
import { sha256 } from '../../../services/kernel/crypto/digest.ts'
import { encodeSignature, kidOf } from '../../../services/kernel/crypto/ecdsa.ts'
import type { PublishedKey } from './key-set.ts'

const ORDER = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551')

/** Makes a P-256 key that signs digests as KMS does: ECDSA by its definition (FIPS 186-5 section 6.4), without normalizing s. */
export function makeKey(
  status: PublishedKey['status'] = 'active',
  at = new Date('2026-01-01T00:00:00.000Z'),
): TestKey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const d = BigInt(`0x${Buffer.from(privateKey.export({ format: 'jwk' }).d!, 'base64url').toString('hex')}`)
  const signer = checkedSigner({
    spki,
    sign: async (message) => encodeSignature(signDigest(d, sha256(message))),
  })
  const published: PublishedKey = {
    spki,
    status,
    validFrom: at,
    validUntil: status === 'active' ? null : new Date('2026-06-01T00:00:00.000Z'),
    revocationReason: status === 'revoked' ? 'test' : null,
  }
  return { kid: kidOf(spki), spki, signer, published }
}

function signDigest(d: bigint, digest: Buffer): { r: bigint; s: bigint } {
  const ecdh = createECDH('prime256v1')
  const secret = randomBytes(32)
  secret[0]! &= 0x7f
  ecdh.setPrivateKey(secret)
  const r = big(ecdh.getPublicKey().subarray(1, 33)) % ORDER
  const s = (inverse(big(secret)) * ((big(digest) + r * d) % ORDER)) % ORDER
  return { r, s }
}

function inverse(value: bigint): bigint {
  let result = 1n
  let base = value % ORDER
  for (let exponent = ORDER - 2n; exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) result = (result * base) % ORDER
    base = (base * base) % ORDER
  }
  return result
}

function big(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
}

export type TestKey = { kid: string; spki: Buffer; signer: Signer; published: PublishedKey }
