import { expect, test } from 'vitest'
import { weeksAround } from './weeks.ts'

test('the 26 weeks begin on Monday UTC: 21 before the current one, and 4 after it', () => {
  for (const [now, monday] of [
    ['2026-11-22T23:59:59.999Z', '2026-11-16'],
    ['2026-11-23T00:00:00Z', '2026-11-23'],
    ['2024-03-01T12:00:00Z', '2024-02-26'],
    ['2026-01-01T00:00:00Z', '2025-12-29'],
  ] as const) {
    const { mondays, from, until } = weeksAround(new Date(now))
    expect(mondays).toHaveLength(26)
    expect(mondays[21]).toBe(monday)
    expect(mondays.every((day) => new Date(day).getUTCDay() === 1)).toBe(true)
    expect(from.toISOString()).toBe(`${mondays[0]}T00:00:00.000Z`)
    expect(until.getTime() - from.getTime()).toBe(26 * 7 * 86_400_000)
  }
})
