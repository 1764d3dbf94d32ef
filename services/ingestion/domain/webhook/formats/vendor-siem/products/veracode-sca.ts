import { hashOf } from '../identity.ts'
import { scale } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is, like } from '../recognition.ts'
import { rule, status } from '../state.ts'

const SCAN = is('event', 'SCAN_SUCCESS')

/**
 * A new or changed vulnerability of Veracode Software Composition Analysis: one issue of a notification, with the notification
 * under `veracode` (event-lists.ts). The end of a scan is informational, since its findings have notifications of their own.
 */
export const veracodeSca: Product = {
  id: 'veracode_sca',
  name: 'Veracode SCA',
  source: 'https://docs.veracode.com/r/Understanding_Webhooks',
  forms: [
    [like('veracode.event', /^VULN_ISSUES_/, 'VULN_ISSUES_…'), has('vuln.title')],
    [SCAN, has('scan.id'), has('workspace.id'), has('project.id')],
  ],
  title: ['{vuln.title} in {veracode.project.name}', 'vuln.title', 'Scan of {project.name}'],
  description: ['vuln.overview', 'issueUrl', 'scan.reportLink'],
  // The scale of CVSS 3 (first.org, "Qualitative Severity Rating Scale"); that of CVSS 2 has no critical.
  severity: [
    scale('vuln.cvss3Score', { low: 0, medium: 4, high: 7, critical: 9 }),
    scale('vuln.cvssScore', { low: 0, medium: 4, high: 7 }),
  ],
  time: [],
  systems: ['veracode.project.name', 'project.name'],
  identity: {
    of: hashOf(
      ...['organization.id', 'workspace.id', 'project.id'].map((path) => `veracode.${path}`),
      ...['id', 'scan.id'],
    ),
    why: 'It is not documented whether organizations share the id, the number of an issue. Identity: id, organization, workspace and project. A change of the issue repeats them.',
  },
  state: [rule((alert) => (SCAN.holds(alert) ? 'informational' : null)), status('status')],
}
