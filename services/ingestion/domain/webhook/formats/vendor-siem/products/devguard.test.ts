import { expect, test } from 'vitest'
import { mapVendorSiem } from '../../vendor-siem.ts'

const FOUND = {
  ...{ id: 'v', assetVersionId: 'main', assetId: 'a', state: 'open', cveID: 'CVE-2026-1' },
  ...{ componentPurl: 'pkg:npm/a@1', createdAt: '2026-02-01T10:00:00Z' },
}

test.each<[string, object, string]>([
  ['that of the vulnerability', { rawRiskAssessment: 0, cve: { cvss: 9.8 } }, 'critical'],
  ['none', { rawRiskAssessment: 0, cve: { cvss: 0 } }, 'unknown'],
  ['none', { rawRiskAssessment: 0 }, 'unknown'],
])('a DevGuard vulnerability with risk 0 is open, with another severity: %s', (_, risk, severity) => {
  expect(mapVendorSiem({ ...FOUND, ...risk })).toMatchObject({
    alerts: [{ product: 'devguard', state: 'open', incident: { severity } }],
  })
})
