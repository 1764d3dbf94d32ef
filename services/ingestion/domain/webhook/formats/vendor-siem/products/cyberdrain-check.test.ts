import { expect, test } from 'vitest'
import { mapVendorSiem } from '../../vendor-siem.ts'

test.each([
  ['page_blocked', 'high', 'open'],
  ['validation_event', 'info', 'informational'],
  ['validation_event', 'critical', 'open'],
  ['false_positive_report', undefined, 'informational'],
])('a Check event %s with severity %s is %s', (type, severity, state) => {
  const event = {
    source: 'Check Extension',
    extensionVersion: '1.2.0',
    timestamp: '2026-02-01T10:00:00.000Z',
  }
  expect(mapVendorSiem({ ...event, type, data: { reason: 'r', severity } })).toMatchObject({
    alerts: [{ state }],
  })
})
