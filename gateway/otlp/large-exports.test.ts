import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { largeExports } from './large-exports.ts'

const { signal } = new AbortController()

/** How many of these exports are read at once, at most. */
async function mostAtOnce(exports: [organization: string, bytes: number][]): Promise<number> {
  const inPlace = largeExports()
  let now = 0
  let most = 0
  const read = async (): Promise<void> => {
    now += 1
    most = Math.max(most, now)
    await turn()
    now -= 1
  }
  await Promise.all(exports.map(([organization, bytes]) => inPlace(bytes, organization, signal, read)))
  return most
}

test('one large export is decoded at a time, and small ones wait for nothing', async () => {
  expect(await mostAtOnce(Array(20).fill(['a', 1_000_000]))).toBe(1)
  expect(await mostAtOnce(['a', 'b', 'c', 'a'].map((name) => [name, 1_000_000]))).toBe(1)
  expect(await mostAtOnce(Array(20).fill(['a', 20_000]))).toBe(20)
})

test('an export that cannot be decoded gives its place back, and too many are refused', async () => {
  const inPlace = largeExports()
  const failed = inPlace(1e6, 'a', signal, () => Promise.reject(new Error('no OTLP')))
  await expect(failed).rejects.toThrow('no OTLP')
  const settled = await Promise.allSettled(
    Array.from({ length: 60 }, () => inPlace(1e6, 'a', signal, () => turn())),
  )
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(51)
})
