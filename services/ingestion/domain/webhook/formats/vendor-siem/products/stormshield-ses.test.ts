import { expect, test } from 'vitest'
import { mapVendorSiem } from '../../vendor-siem.ts'

const EVENT = {
  ...{ EventGuid: '{AD0C67CC-83EF-4966-8001-10A3B8B13EAC}', TypeComputedMap: 'Ransomware', Severity: 1 },
  ...{ AttributesComputedBitMap: ['Protection'], GenerateIncident: false },
  ...{ Timestamp: '2026-02-01T10:00:00Z', SpecificData: { Action: { Blocked: true } } },
}

test.each([
  ['that a rule of protection met, graded as an alert', {}, 'open'],
  ['that a rule of protection only watched', { SpecificData: { Action: { Blocked: false } } }, 'open'],
  ['that is graded below critical', { Severity: 4 }, 'informational'],
  ['of a rule of audit', { AttributesComputedBitMap: ['Audit'] }, 'informational'],
  ['of the agent itself', { TypeComputedMap: 'EndUpgradeAgentSucceeded', SpecificData: {} }, 'informational'],
  ['of which an incident is made', { Severity: 4, GenerateIncident: true }, 'open'],
])('a Stormshield SES event %s is %s', (_, fields, state) => {
  expect(mapVendorSiem({ ...EVENT, ...fields })).toMatchObject({ alerts: [{ state }] })
})
