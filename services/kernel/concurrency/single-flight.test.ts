import { expect, test } from 'vitest'
import { singleFlight } from './single-flight.ts'

test.each(['answers', 'fails'])(
  'calls during the pause after a check that %s wait for it, and share the next check',
  async (how) => {
    let checks = 0
    const pauses: (() => void)[] = []
    const pause = () => new Promise<void>((resolve) => pauses.push(resolve))
    const ask = singleFlight(async () => {
      checks += 1
      if (checks === 1 && how === 'fails') throw new Error('not yet')
      return checks
    }, pause)
    const first = await Promise.allSettled([ask(), ask()])
    expect(first.map(({ status }) => status)).toEqual(
      Array(2).fill(how === 'fails' ? 'rejected' : 'fulfilled'),
    )
    const waiting = Promise.all([ask(), ask()])
    await new Promise(setImmediate)
    expect([checks, pauses.length]).toEqual([1, 1])
    pauses[0]!()
    expect(await waiting).toEqual([2, 2])
  },
)
