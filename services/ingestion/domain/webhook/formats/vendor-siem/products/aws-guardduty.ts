import { id } from '../identity.ts'
import { scale } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, like, numeric } from '../recognition.ts'
import { when } from '../state.ts'

/** A finding of Amazon GuardDuty, as its API, EventBridge and S3 exports give it. */
export const awsGuardDuty: Product = {
  id: 'aws_guardduty',
  name: 'Amazon GuardDuty',
  source: 'https://docs.aws.amazon.com/guardduty/latest/APIReference/API_Finding.html',
  forms: [
    [like('arn', /:guardduty:/, 'an ARN of GuardDuty'), has('type'), numeric('severity')],
    [
      has('schemaVersion'),
      has('accountId'),
      has('type'),
      numeric('severity'),
      hasOneOf('service', 'resource'),
    ],
  ],
  title: ['title', 'type'],
  description: ['description'],
  severity: [scale('severity', { low: 0, medium: 4, high: 7, critical: 9 })],
  time: ['service.eventFirstSeen', 'createdAt', 'updatedAt'],
  systems: [
    'resource.instanceDetails.instanceId',
    'resource.s3BucketDetails.name',
    'resource.eksClusterDetails.name',
  ],
  identity: {
    of: id('arn', 'id'),
    why: "The id is unique: 'the ARN of the finding' holds account, region, detector and id (API reference). GuardDuty repeats it while the activity continues.",
  },
  state: [when('service.archived', [true], 'suppressed')],
}
