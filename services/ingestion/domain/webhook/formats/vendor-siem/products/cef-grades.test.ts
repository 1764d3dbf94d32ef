import { expect, test } from 'vitest'
import { mapVendorSiem } from '../../vendor-siem.ts'

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

test.each([
  ['SEVERITY=1:High', 'high'],
  ['SUBJECT=SEVERITY\\=4:Info SEVERITY=2:Medium', 'medium'],
  ['SEVERITY=3:Low', 'low'],
  ['SEVERITY=4:Info', 'low'],
  ['MATCH_COUNT=3', 'medium'],
])(
  'an incident of Symantec DLP in CEF is graded by its own field, not by the header: %s is %s',
  (fields, severity) => {
    const message = `CEF:0|Symantec|DLP|15.5.0|ruleID|Card numbers|5|BLOCKED=None ${fields}`
    expect(mapVendorSiem({ message })).toMatchObject({ alerts: [{ incident: { severity }, state: 'open' }] })
  },
)

test('a row of Sentinel has the severity of Symantec DLP among its additional extensions; the highest counts', () => {
  const row = {
    DeviceVendor: 'Symantec',
    DeviceProduct: 'DLP',
    DeviceVersion: '15.5.0',
    DeviceEventClassID: 'ruleID',
    LogSeverity: '3',
    Activity: 'Card numbers',
    AdditionalExtensions: 'INCIDENT_ID=1;SUBJECT=;SEVERITY=4:Info;SEVERITY=1:High;SCAN=N/A',
  }
  expect(mapVendorSiem(row)).toMatchObject({ alerts: [{ incident: { severity: 'high' } }] })
})

test('an incident of Symantec DLP in LEEF is graded by its own field', () => {
  const message = 'LEEF:1.0|Symantec|DLP|15.5.0|Card numbers|incidentID=17\tseverity=1:High'
  expect(mapVendorSiem({ message })).toMatchObject({ alerts: [{ incident: { severity: 'high' } }] })
})
