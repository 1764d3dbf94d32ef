import { expect, test } from 'vitest'
import { deadlinesOf } from './deadlines.ts'

test.each([
  // detected, notification, final report
  ['2027-01-28T10:00:00.000Z', '2027-01-31T10:00:00.000Z', '2027-02-28T10:00:00.000Z'],
  ['2028-01-28T10:00:00.000Z', '2028-01-31T10:00:00.000Z', '2028-02-29T10:00:00.000Z'],
  ['2026-03-28T00:00:00.001Z', '2026-03-31T00:00:00.001Z', '2026-04-30T00:00:00.001Z'],
  ['2026-12-12T23:59:59.999Z', '2026-12-15T23:59:59.999Z', '2027-01-15T23:59:59.999Z'],
  ['2026-12-29T12:00:00.000Z', '2027-01-01T12:00:00.000Z', '2027-02-01T12:00:00.000Z'],
])(
  'for detection at %s, the final report is due one calendar month after %s',
  (detected, notification, finalReport) => {
    const deadlines = deadlinesOf(new Date(detected))
    expect(deadlines.earlyWarning.getTime() - new Date(detected).getTime()).toBe(24 * 3_600_000)
    expect(deadlines.notification.toISOString()).toBe(notification)
    expect(deadlines.finalReport.toISOString()).toBe(finalReport)
  },
)
