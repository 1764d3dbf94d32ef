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

test('an export whose receiver takes nothing is given up after a minute', () => {
  expect(chunksRead(63_000, 10)).toBe(0)
})

test('an export whose receiver takes little now and then is given up', () => {
  expect(chunksRead(20_000, 1000)).toBe(3)
})

test('an export to a receiver of 128 KiB/s completes, whatever its size', () => {
  expect(chunksRead(2000, 10_000)).toBe(10_000)
})

test('an export to a fast receiver survives one pause of a minute', () => {
  expect(chunksRead(61_000, 1)).toBe(1)
})
