import { valuesAt } from '../../../fields.ts'
import { severityOfWord } from '../../../severity.ts'
import { delivery } from '../identity.ts'
import type { Level } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'

/** The default body of a webhook of Prisma Cloud Compute (formerly Twistlock). A macro that does not apply is an empty text. */
export const prismaCloudCompute: Product = {
  id: 'prisma_cloud_compute',
  name: 'Prisma Cloud Compute',
  source:
    'https://docs.prismacloud.io/admin-guide/alerts/webhook; demisto/content, Packs/PrismaCloudCompute (its webhook’s body)',
  forms: [
    [
      ...[has('type'), has('time'), has('message'), has('rule'), has('fqdn'), has('appID')],
      hasOneOf('startupProcess', 'osDistro', 'containerID', 'complianceIssues', 'aggregatedAlerts'),
    ],
  ],
  title: [
    'message',
    'complianceIssues.title',
    '{vulnerabilities.newVulnerabilities.vulnerabilities.cve} in {vulnerabilities.imageName}',
    '{vulnerabilities.newVulnerabilities.vulnerabilities.cve} on {vulnerabilities.hostname}',
  ],
  titleStandIn: ['Prisma Cloud Compute: {type}'],
  description: ['{type}: {rule}', 'complianceIssues.description'],
  severity: [gravest],
  time: ['incidentTime', 'time'],
  systems: [
    ...['container', 'image', 'host', 'function'],
    ...['vulnerabilities.imageName', 'vulnerabilities.hostname'],
  ],
  identity: {
    of: delivery,
    why: 'An alert has no id, and its time can be a mere day. Only the very delivery identifies it.',
  },
  leftOut: 'dropped',
}

const LEVELS = ['critical', 'high', 'medium', 'low'] as const

/** Runtime audits are not graded. For new vulnerabilities and compliance issues the most severe counts. */
function gravest(alert: unknown): Level | null {
  const graded = ['complianceIssues.severity', 'vulnerabilities.newVulnerabilities.severity']
  const found = new Set(graded.flatMap((path) => valuesAt(alert, path).map(severityOfWord)))
  return LEVELS.find((level) => found.has(level)) ?? null
}
