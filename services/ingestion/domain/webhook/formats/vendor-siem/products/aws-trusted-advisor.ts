import { hashOf } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { when } from '../state.ts'

/** What a check of AWS Trusted Advisor says of a resource, out of EventBridge: green, yellow or red. */
export const awsTrustedAdvisor: Product = {
  id: 'aws_trusted_advisor',
  name: 'AWS Trusted Advisor',
  source: 'https://docs.aws.amazon.com/awssupport/latest/user/cloudwatch-events-ta.html',
  forms: [
    [
      is('detail-type', 'Trusted Advisor Check Item Refresh Notification'),
      has('detail.check-name'),
      has('detail.status'),
    ],
  ],
  title: ['{detail.check-name}: {detail.resource_id}', 'detail.check-name'],
  severity: [codes('detail.status', { error: 'high', warn: 'medium', info: 'informational' })],
  time: ['time'],
  systems: ['detail.resource_id'],
  identity: {
    of: hashOf(
      'account',
      'detail.check-name',
      'detail.resource_id',
      'detail.status',
      'detail.check-item-detail',
    ),
    closes: (alert) => (has('detail.resource_id').holds(alert) ? ofResource(alert) : null),
    why: 'Whether a refresh repeats its id is not said: account, check, resource, status and what the check found are one finding’s, so that a refresh that finds the same is a repetition; one that finds nothing more finds it by account, check and resource.',
  },
  state: [when('detail.status', ['OK'], 'passed')],
}

const ofResource = hashOf('account', 'detail.check-name', 'detail.resource_id')
