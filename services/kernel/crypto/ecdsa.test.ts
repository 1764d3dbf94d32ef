import { createECDH, generateKeyPairSync, sign } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  decodeSignature,
  encodeSignature,
  P256_ORDER,
  p256Spki,
  publicKeyFrom,
  toLowS,
  verifySignature,
} from './ecdsa.ts'

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const spki = publicKey.export({ format: 'der', type: 'spki' })

test('keys that are not P-256 with an uncompressed point are refused', () => {
  expect(p256Spki(spki)).toEqual(spki)
  const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey
  const hybrid = Buffer.from(spki)
  hybrid[26] = 6 + (spki[90]! & 1)
  const notOnCurve = Buffer.from(spki)
  notOnCurve[90]! ^= 1
  const longer = Buffer.concat([spki, Buffer.of(0)])
  for (const bad of [
    p384.export({ format: 'der', type: 'spki' }),
    hybrid,
    notOnCurve,
    longer,
    Buffer.alloc(0),
  ]) {
    expect(() => p256Spki(bad)).toThrow()
  }
})

describe('an ECDSA signature', () => {
  test('is accepted in low-S form only, whichever s the signer chose', () => {
    for (let i = 0; i < 64; i++) {
      const message = `message ${i}`
      const made = sign('sha256', Buffer.from(message), privateKey)
      const { r, s } = decodeSignature(made)!
      const low = toLowS(made)!
      const high = encodeSignature({ r, s: P256_ORDER - decodeSignature(low)!.s })
      expect([s, P256_ORDER - s]).toContain(decodeSignature(low)!.s)
      expect(toLowS(high)).toEqual(low)
      expect(verifySignature(spki, message, low)).toBe(true)
      expect(verifySignature(spki, message, high)).toBe(false)
      expect(verifySignature(spki, `${message}!`, low)).toBe(false)
    }
  })

  test('is refused with any bit flipped, truncated or extended', () => {
    const low = toLowS(sign('sha256', Buffer.from('message'), privateKey))!
    for (let bit = 0; bit < low.length * 8; bit++) {
      const flipped = Buffer.from(low)
      flipped[bit >> 3]! ^= 1 << (bit & 7)
      expect(verifySignature(publicKey, 'message', flipped)).toBe(false)
    }
    for (let length = 0; length < low.length; length++)
      expect(decodeSignature(low.subarray(0, length))).toBeNull()
    expect(decodeSignature(Buffer.concat([low, Buffer.of(0)]))).toBeNull()
  })

  test('decodes only from exactly the bytes that it encodes to', () => {
    const scalar = fc.bigInt({ min: 1n, max: P256_ORDER - 1n })
    fc.assert(
      fc.property(scalar, scalar, (r, s) => {
        expect(decodeSignature(encodeSignature({ r, s }))).toEqual({ r, s })
      }),
    )
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        const values = decodeSignature(bytes)
        return values === null || encodeSignature(values).equals(bytes)
      }),
    )
  })

  test.each([
    ['r = 0', '3006020100020101'],
    ['s = 0', '3006020101020100'],
    ['r = n', `3026022100${P256_ORDER.toString(16)}020101`],
    ['a padded integer', '300702020001020101'],
    ['a negative integer', '3006020181020101'],
    ['a long-form length', '308106020101020101'],
    ['nothing', ''],
  ])('with %s is refused', (_, hex) => {
    expect(decodeSignature(Buffer.from(hex, 'hex'))).toBeNull()
  })

  test('is only checked under a P-256 key', () => {
    const other = generateKeyPairSync('ec', { namedCurve: 'P-384' })
    expect(() => publicKeyFrom(other.publicKey.export({ format: 'der', type: 'spki' }))).toThrow(TypeError)
    const ed = generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' })
    expect(() => publicKeyFrom(ed)).toThrow(TypeError)
  })

  test('uses OpenSSL’s order of the curve', () => {
    const curve = createECDH('prime256v1')
    curve.setPrivateKey(Buffer.from((P256_ORDER - 1n).toString(16), 'hex'))
    const negative = curve.getPublicKey()
    curve.setPrivateKey(Buffer.alloc(32, 0).fill(1, 31))
    // (n − 1)·G = −G: same x, other y.
    expect(negative.subarray(1, 33)).toEqual(curve.getPublicKey().subarray(1, 33))
    expect(negative.subarray(33)).not.toEqual(curve.getPublicKey().subarray(33))
  })
})
