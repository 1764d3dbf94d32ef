import { hashOf } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'

/**
 * An alert of a rule of LumiqTrace, or of Zespan in the same form, on cost, errors or latency of model calls. It is not graded.
 */
export const lumiqtrace: Product = {
  id: 'lumiqtrace',
  name: 'LumiqTrace or Zespan',
  source:
    'https://docs.lumiqtrace.com/guides/webhooks; api-evangelist/zespan, json-schema/zespan-post-webhooks-zespan-request-schema.json',
  forms: [
    [
      ...[is('event', 'alert.fired'), has('rule_name'), has('metric'), has('threshold')],
      ...[has('current_value'), has('window_min'), has('fired_at')],
    ],
  ],
  title: ['{rule_name}: {metric} {current_value} {condition} {threshold}', 'rule_name'],
  description: ['dashboard_url'],
  severity: [],
  time: ['fired_at'],
  systems: ['project_name'],
  identity: {
    of: hashOf('organization_id', 'project_id', 'alert_id', 'metric', 'fired_at'),
    why: 'The id is not unique: it is that of the rule. Identity: organization, project, rule, metric and the time at which it fired. Another attempt repeats them.',
    unmatched: 'That a value is within its threshold again is not told.',
  },
}
