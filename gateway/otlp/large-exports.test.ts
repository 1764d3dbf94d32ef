import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { largeExports } from './large-exports.ts'

const { signal } = new AbortController()
const nothing = async (): Promise<void> => {}

/** How many of these exports are read at once, and how many are read or reported, at most. */
async function mostAtOnce(organizations: string[]): Promise<{ reading: number; underWay: number }> {
  const inPlace = largeExports()
  const now = { reading: 0, underWay: 0 }
  const most = { ...now }
  const during = async (what: 'reading' | 'underWay'): Promise<void> => {
    now[what] += 1
    most[what] = Math.max(most[what], now[what])
    for (let n = 0; n < 5; n++) await turn()
    now[what] -= 1
  }
  const read = async (): Promise<void> => {
    now.underWay += 1
    most.underWay = Math.max(most.underWay, now.underWay)
    await during('reading')
    now.underWay -= 1
  }
  await Promise.all(organizations.map((name) => inPlace(name, signal, read, () => during('underWay'))))
  return most
}

test('one large export of an organization and two of all are in memory, one of which is being read', async () => {
  expect(await mostAtOnce(Array(20).fill('a'))).toEqual({ reading: 1, underWay: 1 })
  expect(await mostAtOnce(['a', 'b', 'c', 'd', 'a', 'b'])).toEqual({ reading: 1, underWay: 2 })
})

test('a failed large export frees its places, and too many are refused', async () => {
  const inPlace = largeExports()
  const fail = (): Promise<never> => Promise.reject(new Error('no OTLP'))
  await expect(inPlace('a', signal, fail, nothing)).rejects.toThrow('no OTLP')
  await expect(inPlace('a', signal, nothing, fail)).rejects.toThrow('no OTLP')
  const settled = await Promise.allSettled(
    Array.from({ length: 60 }, () => inPlace('a', signal, () => turn(), nothing)),
  )
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(51)
})
