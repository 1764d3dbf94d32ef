import { expect, test } from 'vitest'
import { visible } from './visible.ts'
import { withoutMarks } from './without-marks.ts'

const DAY = new Date('2026-11-27T12:00:00Z')

test.each(['ar-EG', 'fa-IR', 'he-IL', 'ur-PK', 'de-DE'])(
  'a date and a number of %s have no direction marks',
  (locale) => {
    const date = withoutMarks(
      new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(DAY),
    )
    const number = withoutMarks(new Intl.NumberFormat(locale).format(-1234.5))
    expect([visible(date), visible(number)]).toEqual([date, number])
  },
)
