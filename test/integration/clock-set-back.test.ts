import { afterEach, expect, inject, test, vi } from 'vitest'
import { systemClock } from '../../services/kernel/clock.ts'
import { databaseClock } from '../../services/kernel/database/clock.ts'
import { silentLog } from '../../services/kernel/logging/log.ts'

afterEach(() => vi.useRealTimers())

test.each([
  ['set back by two hours', 2 * 60 * 60_000, 1],
  ['set ahead by two hours, or the machine slept', -2 * 60 * 60_000, 0],
  ['set back by ten seconds', 10_000, 0],
])(
  'a change of the database’s clock is reported only for a large step back: %s',
  async (_, jumpMs, lines) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    let ahead = 0
    const error = vi.fn()
    const elapsed = vi.fn(() => performance.now() + ahead)
    const log = { ...silentLog, error }
    const clock = await databaseClock(inject('clusterUrl'), { clock: systemClock, log, elapsed })
    try {
      const compared = async (): Promise<void> => {
        const before = elapsed.mock.calls.length
        vi.advanceTimersByTime(10_000)
        // Before the question and after the answer.
        await expect.poll(() => elapsed.mock.calls.length).toBe(before + 2)
      }
      await compared()
      // To the database's clock, time that passes elsewhere and not on it is a step back.
      ahead = jumpMs
      await compared()
      await compared()
      expect(error.mock.calls.map(([, message]) => message)).toEqual(
        Array(lines).fill('the clock of the database was set back'),
      )
    } finally {
      await clock.stop()
    }
  },
)

test('a process that stalled for a minute while the database answered reports no clock change', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const error = vi.fn()
  let stoodStill = 0
  let looks = 0
  const now = () => {
    looks += 1
    // The second look of the second comparison: the answer is there.
    if (looks === 4) stoodStill = 70_000
    return new Date()
  }
  const elapsed = vi.fn(() => performance.now() + stoodStill)
  const clock = await databaseClock(inject('clusterUrl'), {
    clock: { now },
    log: { ...silentLog, error },
    elapsed,
  })
  try {
    for (const calls of [4, 6]) {
      vi.advanceTimersByTime(10_000)
      await expect.poll(() => elapsed.mock.calls.length).toBe(calls)
    }
    expect(error).not.toHaveBeenCalled()
  } finally {
    await clock.stop()
  }
})
