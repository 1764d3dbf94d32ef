import { valuesAt } from '../../../fields.ts'
import { severityOfWord } from '../../../severity.ts'
import { id } from '../identity.ts'
import { type Level, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { when } from '../state.ts'

/** An audit of the runtime or of the firewall (WAAS), or an incident of several audits, as the API of Prisma Cloud Compute gives it. */
export const prismaCloudComputeAudit: Product = {
  id: 'prisma_cloud_compute_audit',
  name: 'Prisma Cloud Compute audits',
  source:
    'https://pan.dev/prisma-cloud/api/cwpp/get-audits-incidents/; demisto/content, Packs/PrismaCloudCompute/Integrations/PaloAltoNetworks_PrismaCloudCompute/test_data',
  forms: [
    [
      ...[has('_id'), has('serialNum'), has('category'), has('acknowledged')],
      hasOneOf('audits', 'profileID', 'containerID'),
    ],
    [
      ...[has('_id'), has('msg'), has('ruleName'), has('effect'), has('type')],
      ...[hasOneOf('attackType', 'attackTechniques', 'profileId'), hasOneOf('hostname', 'containerId')],
    ],
  ],
  title: ['msg', '{category} in {imageName}', '{category} on {hostname}', 'category'],
  description: ['{type}: {ruleName}', 'audits.msg'],
  severity: [word('severity'), gravest],
  time: ['time'],
  systems: ['hostname', 'fqdn', 'containerName', 'imageName'],
  identity: {
    of: id('_id'),
    why: "The id is unique: it is that of the document in the console's database. The archiving of an incident repeats it.",
  },
  state: [when('acknowledged', [true], 'closed')],
}

const LEVELS = ['critical', 'high', 'medium', 'low'] as const

/** An incident is not graded itself: the most severe of its audits counts. */
function gravest(alert: unknown): Level | null {
  const found = new Set(valuesAt(alert, 'audits.severity').map(severityOfWord))
  return LEVELS.find((level) => found.has(level)) ?? null
}
