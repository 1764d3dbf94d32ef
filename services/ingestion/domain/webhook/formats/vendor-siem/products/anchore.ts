import { id } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { when } from '../state.ts'

/** A notification of Anchore about an image: its evaluation by a policy, its vulnerabilities, its analysis, its tag. */
export const anchore: Product = {
  id: 'anchore',
  name: 'Anchore',
  source:
    'https://docs.anchore.com, "Webhook configuration"; anchore/anchore-engine, anchore_engine/services/policy_engine and catalog',
  forms: [
    [
      is('data.notification_type', 'policy_eval', 'vuln_update', 'tag_update', 'analysis_update'),
      has('data.notification_payload.subscription_key'),
    ],
  ],
  title: [
    'Policy evaluation of {data.notification_payload.subscription_key}: {data.notification_payload.curr_eval.status}',
    '{data.notification_type} of {data.notification_payload.subscription_key}',
  ],
  severity: [],
  time: ['created_at', 'last_updated'],
  systems: ['data.notification_payload.subscription_key'],
  identity: {
    of: id('data.notification_payload.notificationId', 'dataId'),
    why: 'The id is unique: one for each notification. A retry repeats it.',
  },
  state: [
    when('data.notification_payload.curr_eval.status', ['pass'], 'passed'),
    when('data.notification_type', ['tag_update', 'analysis_update'], 'informational'),
  ],
}
