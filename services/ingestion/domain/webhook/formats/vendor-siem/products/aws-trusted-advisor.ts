import { hashOf, hashOfSubject } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { when } from '../state.ts'

/** The result of an AWS Trusted Advisor check for a resource, from EventBridge: green, yellow or red. */
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
    closes: hashOfSubject('detail.resource_id', 'account', 'detail.check-name'),
    unmatched: 'A limit of a service has no resource, and one account has many.',
    why: 'It is not documented whether a refresh repeats the id. Identity: account, check, resource, status and what the check found. A refresh with the same result is a repetition. A refresh that finds nothing more finds its alert by account, check and resource.',
  },
  state: [when('detail.status', ['OK'], 'passed')],
}
