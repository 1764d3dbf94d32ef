import { generateKeyPairSync, sign, verify } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeSignature, lowS, parseSignature } from './der.ts'

const ORDER = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551')
const scalar = fc.bigInt({ min: 1n, max: ORDER - 1n })

test('what is encoded is read back, and is the only encoding', () => {
  fc.assert(
    fc.property(scalar, scalar, (r, s) => {
      const der = encodeSignature({ r, s })
      expect(parseSignature(der)).toEqual({ r, s })
    }),
  )
})

test('any other bytes are refused or are the encoding of what they are read as', () => {
  fc.assert(
    fc.property(scalar, scalar, fc.nat(71), fc.nat(255), (r, s, at, byte) => {
      const der = encodeSignature({ r, s })
      der[at % der.length] = byte
      let read: { r: bigint; s: bigint }
      try {
        read = parseSignature(der)
      } catch (error) {
        expect(error).toBeInstanceOf(TypeError)
        return
      }
      expect(encodeSignature(read).equals(der)).toBe(true)
    }),
  )
})

test('every signature of OpenSSL is low-S after normalizing, and still verifies', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const high = new Set<boolean>()
  for (let i = 0; i < 40; i++) {
    const message = Buffer.from(`${i}`)
    const signature = sign('sha256', message, privateKey)
    high.add(parseSignature(signature).s > ORDER / 2n)
    const low = lowS(signature)
    expect(parseSignature(low).s <= ORDER / 2n).toBe(true)
    expect(lowS(low).equals(low)).toBe(true)
    expect(verify('sha256', message, publicKey, low)).toBe(true)
  }
  expect([...high].sort()).toEqual([false, true])
})
