import { expect, test } from 'vitest'
import { mapVendorSiem } from '../index.ts'

test.each([
  [1, 'low'],
  [4, 'high'],
  [5, 'critical'],
  [8, 'critical'],
  [10, 'low'],
  [30, 'low'],
  [50, 'medium'],
  [70, 'high'],
  [90, 'critical'],
])(
  'a CrowdStrike CEF severity is read on its 5 or 100 scale, in between as the higher: %i is %s',
  (grade, severity) => {
    const message = `CEF:0|CrowdStrike|FalconHost|1.0|EppDetectionSummaryEvent|Detection|${grade}|msg=x`
    expect(mapVendorSiem({ message })).toMatchObject({ alerts: [{ incident: { severity } }] })
  },
)

test.each([
  [1, 'low'],
  [2, 'medium'],
  [3, 'high'],
  [4, 'critical'],
])('a grade of Kaspersky Security Center in CEF is on its own scale to 4: %i is %s', (grade, severity) => {
  const message = `CEF:0|KasperskyLab|SecurityCenter|13.2|GNRL_EV_VIRUS_FOUND|Virus found|${grade}|msg=x`
  expect(mapVendorSiem({ message })).toMatchObject({ alerts: [{ incident: { severity } }] })
})
