import { delivery, hashOfShared } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is } from '../recognition.ts'
import { rule, when } from '../state.ts'

/** A notification of a trigger of Honeycomb, with the default body of its webhook. It is not graded. */
export const honeycomb: Product = {
  id: 'honeycomb',
  name: 'Honeycomb',
  source: 'https://docs.honeycomb.io/notify/webhooks/',
  forms: [
    [
      ...[is('status', 'TRIGGERED', 'OK'), has('name'), has('summary'), has('version')],
      hasOneOf('result_url', 'trigger_url', 'result_groups_triggered'),
    ],
  ],
  title: ['name', 'summary'],
  description: ['description', 'trigger_description', 'summary'],
  severity: [],
  time: [],
  identity: {
    of: delivery,
    closes: hashOfShared('id', 'trigger_url', 'name'),
    why: 'The id is not unique: it is the trigger’s, and no time is sent. Only the very delivery identifies the alert. The end finds its alert by the trigger.',
  },
  state: [rule(when('is_test', [true], 'informational').read), when('status', ['OK'], 'resolved')],
}
