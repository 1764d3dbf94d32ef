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
    pace.offered(256 * 1024)
    vi.advanceTimersByTime(everyMs)
    if (slow) break
    pace.received()
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

test('a receiver below 1 MiB/s is behind after half a minute, and one above never', () => {
  const behindAfter = (everyMs: number, chunks: number): boolean => {
    const pace = receiverPace(() => {})
    for (let taken = 0; taken < chunks; taken += 1) {
      pace.offered(256 * 1024)
      vi.advanceTimersByTime(everyMs)
      pace.received()
      vi.advanceTimersByTime(600_000)
    }
    pace.stop()
    return pace.behindMs() > 0
  }
  expect(behindAfter(200, 10_000)).toBe(false)
  expect(behindAfter(500, 100)).toBe(false)
  expect(behindAfter(500, 130)).toBe(true)
  const stalled = receiverPace(() => {})
  stalled.offered(0)
  vi.advanceTimersByTime(29_000)
  expect(stalled.behindMs()).toBeLessThan(0)
  vi.advanceTimersByTime(2000)
  expect(stalled.behindMs()).toBeGreaterThan(0)
  stalled.stop()
})

test('a receiver that takes much quickly may pause no longer later', () => {
  let slow = false
  const pace = receiverPace(() => {
    slow = true
  })
  for (let taken = 0; taken < 4096; taken += 1) {
    pace.offered(256 * 1024)
    pace.received()
  }
  pace.offered(256 * 1024)
  vi.advanceTimersByTime(31_000)
  expect(pace.behindMs()).toBeGreaterThan(0)
  expect(slow).toBe(false)
  vi.advanceTimersByTime(32_000)
  expect(slow).toBe(true)
  pace.stop()
})
