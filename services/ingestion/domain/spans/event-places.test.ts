import { describe, expect, it } from 'vitest'
import { eventPlaces, freePlace } from './event-places.ts'
import type { Span } from './span.ts'

const span = (n: number, start = 1_790_000_000_000_000) =>
  ({ traceId: 'a'.repeat(32), id: n.toString(16).padStart(16, '0'), start }) as Span

describe('the possible seq numbers of a span’s event', () => {
  it('begin with its start, are the same each time, and stay within 70 s', () => {
    const places = [...eventPlaces(span(1))]
    expect(places.slice(0, 3)).toEqual([0, 1, 2].map((step) => span(1).start + step))
    expect(places).toEqual([...eventPlaces(span(1))])
    expect(Math.max(...places) - span(1).start).toBeLessThan(70_000_000)
    expect(places.slice(16)).not.toEqual([...eventPlaces(span(2))].slice(16))
  })

  it('leave a free one for each of 50,000 spans of one microsecond', () => {
    const used = new Set<number>()
    for (let n = 0; n < 50_000; n++) used.add(freePlace(span(n), used)!)
    expect(used.size).toBe(50_000)
    expect(used.has(undefined as never)).toBe(false)
    expect(freePlace(span(7), new Set(eventPlaces(span(7))))).toBeUndefined()
  })
})
