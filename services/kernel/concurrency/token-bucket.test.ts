import { expect, test, vi } from 'vitest'
import { TokenBucket } from './token-bucket.ts'

test('a token bucket gives its burst at once, then its rate, and never more than its burst', () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  const bucket = new TokenBucket({ burst: 3, perSecond: 2 })
  const taken = (): number => Array.from({ length: 10 }, () => bucket.take()).filter(Boolean).length
  expect(taken()).toBe(3)
  now.mockReturnValue(499)
  expect(taken()).toBe(0)
  now.mockReturnValue(1000)
  expect(taken()).toBe(2)
  now.mockReturnValue(60_000)
  expect(taken()).toBe(3)
  now.mockRestore()
})
