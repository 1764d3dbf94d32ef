import { expect, test } from 'vitest'
import { noonOfWorkingDay, zoneOf } from './calendar.ts'

const days = (first: string, count: number) =>
  Array.from({ length: count }, (_, i) =>
    new Date(Date.parse(first) + i * 86_400_000).toISOString().slice(0, 10),
  )
const noon = (at: string, holidays: string[] = [], zone = 'UTC') =>
  new Date(noonOfWorkingDay(Date.parse(at), holidays, zoneOf(zone))).toISOString()

test('a deadline on a weekend or holiday moves to noon of the next working day', () => {
  expect(noon('2026-03-06T15:00:00.000Z')).toBe('2026-03-06T15:00:00.000Z')
  expect(noon('2026-03-07T15:00:00.000Z')).toBe('2026-03-09T12:00:00.000Z')
  expect(noon('2026-03-08T15:00:00.000Z')).toBe('2026-03-09T12:00:00.000Z')
  expect(noon('2026-03-06T15:00:00.000Z', ['2026-03-06', '2026-03-09'])).toBe('2026-03-10T12:00:00.000Z')
  // Before 1970 days are counted backwards.
  expect(noon('1969-12-27T15:00:00.000Z')).toBe('1969-12-29T12:00:00.000Z')
  expect(noon('1969-12-28T15:00:00.000Z')).toBe('1969-12-29T12:00:00.000Z')
})

test('noonOfWorkingDay handles thousands of holidays in a row, and ignores invalid days', () => {
  expect(noon('2026-03-06T15:00:00.000Z', days('2026-03-06', 2000))).toBe('2031-08-27T12:00:00.000Z')
  const none = ['', 'x', '2026', '2026-99-99', '+002026-03-06', ' 2026-03-06']
  expect(noon('2026-03-06T15:00:00.000Z', none)).toBe('2026-03-06T15:00:00.000Z')
  expect(noonOfWorkingDay(Number.NaN, none, zoneOf('UTC'))).toBeNaN()
})

test('noonOfWorkingDay uses the time zone, also on a day of a clock change', () => {
  expect(noon('2026-03-28T15:00:00.000Z', ['2026-03-30'], 'Europe/Paris')).toBe('2026-03-31T10:00:00.000Z')
  // Saturday evening in UTC is Sunday there; clocks go forward on that Sunday.
  expect(noon('2026-03-28T23:30:00.000Z', [], 'Europe/Paris')).toBe('2026-03-30T10:00:00.000Z')
})
