import { createHook } from 'node:async_hooks'
import { expect, test } from 'vitest'
import { Reason } from '../../../kernel/errors/errors.ts'
import { hashPassword, verifyDummy, verifyPassword, verifyPasswords } from './password.ts'

/** Enough for 66 hashes, one or two at a time, while the machine does other work too. */
const PATIENCE_MS = 300_000

test('a password verifies only against its own hash, and two of its hashes differ', async () => {
  const hashed = () => hashPassword('correct horse', 'org')
  const [first, second] = await Promise.all([hashed(), hashed()])
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(first).not.toBe(second)
  expect(await verifyPassword('correct horse', first, 'a')).toBe(true)
  expect(await verifyPassword('correct horse ', first, 'a')).toBe(false)
})

test('a password hash is Argon2id of RFC 9106, as argon2-cffi 25.1 computes it', async () => {
  const hash =
    '$argon2id$v=19$m=19456,t=2,p=1$MDEyMzQ1Njc4OWFiY2RlZg$rk2Mi3E4dgRMg0fHaYaptWVZRKqs//6b6k3/nntqGJk'
  expect(await verifyPassword('correct horse', hash, 'a')).toBe(true)
})

test('all accounts of one address take one hash computation, and each has its own password', async () => {
  const first = await hashPassword('correct horse', 'org')
  const second = await hashPassword('battery staple', 'other', first)
  expect(second.split('$')[4]).toBe(first.split('$')[4])
  const started = hashesStarted()
  const which = (password: string) => verifyPasswords(password, [first, '', second], 'a')
  expect(await which('correct horse')).toEqual([true, false, false])
  expect(await which('battery staple')).toEqual([false, false, true])
  expect(await which('')).toEqual([false, false, false])
  started.stop()
  // Each call computes two hashes: one for the salt, one for the account without a password.
  expect(started.count).toBe(6)
})

test('a hash in an unknown form verifies nothing', async () => {
  expect(await verifyPassword('anything', '$2b$12$abc', 'a')).toBe(false)
})

test('composed and decomposed spellings of a password are the same password', async () => {
  const hash = await hashPassword('caf\u00e9-au-lait', 'org')
  expect(await verifyPassword('cafe\u0301-au-lait', hash, 'a')).toBe(true)
})

test('a login does not wait for logins to accounts that do not exist', async () => {
  const hash = await hashPassword('correct horse', 'org')
  const started = hashesStarted()
  const tries = Array.from({ length: 300 }, () => verifyDummy('wrong'))
  expect(await verifyPassword('correct horse', hash, 'a')).toBe(true)
  // It would be all 300 if the login waited for them.
  expect(started.count).toBeLessThan(200)
  await Promise.all(tries)
  expect(started.count).toBeGreaterThan(0)
  started.stop()
})

test(
  'logins to one account do not delay other accounts, and at most 65 of them wait',
  async () => {
    const hash = await hashPassword('correct horse', 'org')
    const tries = Promise.allSettled(
      Array.from({ length: 100 }, () => verifyPassword('wrong', hash, 'attacked')),
    )
    const started = hashesStarted()
    expect(await verifyPassword('correct horse', hash, 'other')).toBe(true)
    // It would be 64 if the login waited for them. How many start beside its own hash depends on the machine.
    expect(started.count).toBeLessThan(60)
    started.stop()
    const results = await tries
    const refused = results.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(35)
    expect(refused[0]).toMatchObject({ reason: { reason: Reason.RATE_LIMITED, details: { retry_after: 5 } } })
  },
  PATIENCE_MS,
)

/** Counts the hashes that begin from now on. */
function hashesStarted(): { count: number; stop(): void } {
  const found = { count: 0, stop: () => void hook.disable() }
  const hook = createHook({
    init: (_, type) => {
      if (/argon2/i.test(type)) found.count += 1
    },
  }).enable()
  return found
}
