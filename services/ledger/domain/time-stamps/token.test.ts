import type { X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { isTrusted, linksFor, type Token } from './token.ts'

/** Certificates that have all issued one another. Each check of an issuer costs one signature. */
function circle(size: number) {
  let checked = 0
  const pool = Array.from({ length: size }, (_, i) => ({
    ...{ ca: true, checkIssued: () => true, publicKey: {}, raw: Buffer.of(i), fingerprint256: `${i}` },
    ...{ validFrom: '2026-01-01', validTo: '2027-01-01' },
    verify: () => {
      checked++
      return true
    },
  })) as unknown as X509Certificate[]
  const token = { signer: pool[0]!, pool, at: new Date('2026-06-01') } as Token
  return { token, checked: () => checked }
}
const anchor = { raw: Buffer.from('anchor'), ca: false } as unknown as X509Certificate

test('checking the certificates in time-stamp tokens takes a limited number of signatures in total', () => {
  const links = linksFor(4)
  const { token, checked } = circle(16)
  for (let i = 0; i < 99; i++) expect(isTrusted(token, [anchor], links)).toBe(false)
  expect(checked()).toBe(64)
  // With enough checks left, it finds the chain.
  const found = circle(3)
  expect(isTrusted(found.token, [found.token.pool[2]!])).toBe(true)
  expect(isTrusted(found.token, [found.token.pool[2]!], { left: 0 })).toBe(false)
})

test('a certificate with a key of more than 8,192 bits is never an issuer', () => {
  const { token, checked } = circle(2)
  const long = { ...token.pool[1], publicKey: { asymmetricKeyDetails: { modulusLength: 16384 } } }
  expect(isTrusted({ ...token, pool: [] }, [long as unknown as X509Certificate])).toBe(false)
  expect(checked()).toBe(0)
})
