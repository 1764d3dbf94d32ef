import { expect, test } from 'vitest'
import type { TestLog } from '../support/log.ts'
import { buildPackage } from '../support/package.ts'
import { key, logOf } from '../support/replayed.ts'
import { verify } from '../support/run.ts'
import { makeKey } from '../support/signer.ts'

const at = (time: string) => (log: TestLog) => log.append('x', {}, { at: time })
const ALLOWED = { pin: [key.kid], allowClockSteps: true }

test('verify.mjs refuses a log whose clock was set back; with clock steps allowed, each is a remark', async () => {
  const ahead = [at('2026-01-02T06:00:00.000Z'), at('2026-01-02T06:00:01.000Z')]
  const right = [at('2026-01-02T04:00:00.000Z'), at('2026-01-02T04:30:00.000Z')]
  const again = [at('2026-01-02T09:00:00.000Z'), at('2026-01-02T05:00:00.000Z')]
  const signedAt = new Date('2026-01-02T09:00:00.000Z')
  const bytes = await buildPackage(logOf(...ahead, ...right, ...again), key, { signedAt })
  const { failures } = await verify(bytes, { pin: [key.kid] })
  expect(failures).toMatchObject([{ code: 'time_order', index: 3 }])
  const { verdict, remarks } = await verify(bytes, ALLOWED)
  expect({ verdict, remarks }).toEqual({
    verdict: 'VERIFIED',
    remarks: [
      'leaf 3: 2026-01-02T04:00:00.000Z, an hour or more before an entry before it',
      'leaf 6: 2026-01-02T05:00:00.000Z, an hour or more before an entry before it',
    ],
  })
})

test('verify.mjs refuses a package signed after the clock was set back, unless clock steps are allowed', async () => {
  const log = logOf(
    at('2026-01-02T06:00:00.000Z'),
    at('2026-01-02T06:00:01.000Z'),
    at('2026-01-02T04:00:00.000Z'),
  )
  const bytes = await buildPackage(log, key, { signedAt: new Date('2026-01-02T04:00:01.000Z') })
  expect((await verify(bytes, { pin: [key.kid] })).failures).toMatchObject([{ code: 'time_order', index: 1 }])
  expect((await verify(bytes, ALLOWED)).remarks).toEqual([
    'leaf 1: 2026-01-02T06:00:00.000Z, an hour or more after the signature',
    'leaf 3: 2026-01-02T04:00:00.000Z, an hour or more before an entry before it',
  ])
})

test('with clock steps allowed, verify.mjs accepts a key that begins after the signature, but no ended one', async () => {
  const log = logOf()
  const early = await buildPackage(log, key, { signedAt: new Date('2025-12-31T00:00:00.000Z') })
  const { verdict, remarks } = await verify(early, ALLOWED)
  expect(verdict).toBe('VERIFIED')
  expect(remarks[0]).toMatch(/^signed at 2025-12-31T00:00:00.000Z, and key [0-9a-f]{64} signs from 2026-/)
  const retired = makeKey('retired')
  const late = await buildPackage(log, retired, { signedAt: new Date('2026-06-02T00:00:00.000Z') })
  const options = { pin: [retired.kid], allowClockSteps: true }
  expect((await verify(late, options)).failures).toMatchObject([{ code: 'key_window' }])
})
