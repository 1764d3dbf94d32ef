import { describe, expect, it } from 'vitest'
import { traceBackoff } from './trace-backoff.ts'

const MINUTE = 60_000
const trace = (n: number) => ({ organizationId: 'o', traceId: String(n) })

function at() {
  let now = 0
  const traces = traceBackoff(() => now)
  const pass = (ms: number): void => {
    now += ms
  }
  return { traces, pass }
}

describe('the backoff of a failed trace', () => {
  it('is a minute, then twice as long each time, up to six hours', () => {
    const { traces, pass } = at()
    for (const minutes of [1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360]) {
      traces.delay(trace(1))
      pass(minutes * MINUTE - 1)
      expect(traces.now()).toEqual([trace(1)])
      pass(1)
      expect(traces.now()).toEqual([])
    }
  })

  it('starts anew once the trace was settled, or was not tried for long', () => {
    const { traces, pass } = at()
    for (const expire of [() => traces.settled(trace(1)), () => pass(13 * 60 * MINUTE)]) {
      for (let n = 0; n < 3; n++) traces.delay(trace(1))
      expire()
      expect(traces.now()).toEqual([])
      traces.delay(trace(1))
      pass(MINUTE)
      expect(traces.now()).toEqual([])
      traces.settled(trace(1))
    }
  })

  it('is kept for at most 10,000 traces, the newest', () => {
    const { traces } = at()
    for (let n = 0; n < 10_005; n++) traces.delay(trace(n))
    expect(traces.now()).toHaveLength(10_000)
    expect(traces.now()[0]).toEqual(trace(5))
  })
})
