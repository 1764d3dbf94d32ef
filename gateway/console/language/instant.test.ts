import { expect, test } from 'vitest'
import { endOfDay, startOfDay, timeLeft, toField, typedInstants } from './instant.ts'

const now = Date.UTC(2026, 10, 22, 12)
const at = (hours: number) => new Date(now + hours * 3_600_000)

test.each([
  [52.5, '2 d 4 h left', false],
  [3.25, '3 h 15 min left', false],
  [-3.25, '3 h 15 min overdue', true],
  [-49, '2 d 1 h overdue', true],
  [0.5, '30 min left', false],
])('timeLeft %d hours from now reads %j', (hours, text, overdue) => {
  expect(timeLeft(at(hours), now)).toMatchObject({ text, overdue })
})

test('a chosen day counts completely, in the reader’s time zone', () => {
  expect(startOfDay('2026-11-22')).toEqual(new Date(2026, 10, 22, 0, 0, 0))
  expect(endOfDay('2026-11-22')).toEqual(new Date(2026, 10, 23, 0, 0, 0))
  expect(endOfDay('2026-12-31')).toEqual(new Date(2027, 0, 1))
})

test('a time in a field reads back as the same time', () => {
  const time = new Date(2026, 5, 3, 14, 30)
  expect(typedInstants(toField(time))).toEqual([time])
})
