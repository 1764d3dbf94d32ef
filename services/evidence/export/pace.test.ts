import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { receiverPace } from './pace.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Reads chunks of 256 KiB at this interval in milliseconds. @returns how many until the receiver was too slow */
function chunksRead(everyMs: number, atMost: number): number {
  let slow = false
  const pace = receiverPace(() => {
    slow = true
  })
  let taken = 0
  while (taken < atMost) {
    pace.wait(256 * 1024)
    vi.advanceTimersByTime(everyMs)
    if (slow) break
    pace.taken()
    // The export itself is slow here, which is not the receiver's fault.
    vi.advanceTimersByTime(600_000)
    taken += 1
  }
  pace.stop()
  return taken
}

test('a receiver that takes nothing is given up after a minute', () => {
  expect(chunksRead(63_000, 10)).toBe(0)
})

test('a receiver that takes a little now and then is given up too', () => {
  expect(chunksRead(20_000, 1000)).toBe(3)
})

test('a receiver of 128 KiB/s gets any package', () => {
  expect(chunksRead(2000, 10_000)).toBe(10_000)
})

test('a receiver that is quick may pause for a minute once', () => {
  expect(chunksRead(61_000, 1)).toBe(1)
})
