import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './password.ts'

test('a password verifies against its own hash only, and two hashes of it differ', async () => {
  const [first, second] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')])
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(first).not.toBe(second)
  expect(await verifyPassword('correct horse', first)).toBe(true)
  expect(await verifyPassword('correct horse ', first)).toBe(false)
})

test('an account without a hash is refused', async () => {
  expect(await verifyPassword('anything', undefined)).toBe(false)
})

test('composed and decomposed spellings of one password are the same password', async () => {
  expect(await verifyPassword('cafe\u0301-au-lait', await hashPassword('caf\u00e9-au-lait'))).toBe(true)
})
