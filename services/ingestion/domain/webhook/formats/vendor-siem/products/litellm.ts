import { delivery } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { when } from '../state.ts'

const RECORDS = ['spend_tracked', 'key_created', 'key_rotated', 'internal_user_created']

/** A budget alert of LiteLLM, a gateway to models. It is not graded and has no time. */
export const liteLlm: Product = {
  id: 'litellm',
  name: 'LiteLLM',
  source: 'https://docs.litellm.ai/docs/proxy/alerting, "API Spec for Webhook Event"',
  forms: [
    [
      is(
        'event',
        ...['budget_crossed', 'max_budget_alert', 'soft_budget_crossed', 'threshold_crossed'],
        ...['projected_limit_exceeded', ...RECORDS],
      ),
      ...[has('event_group'), has('event_message'), has('spend')],
    ],
  ],
  title: ['event_message'],
  description: ['{event}: {spend} of {max_budget}', '{event}: {spend}'],
  severity: [],
  time: [],
  systems: ['key_alias', 'team_alias'],
  identity: {
    of: delivery,
    why: 'The id is not unique: the token is that of the key. Only the very delivery identifies an alert.',
  },
  state: [when('event', RECORDS, 'informational')],
}
