import { hashOf } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'

/** A threshold alert of LangSmith about the runs of a project: errors, latency, cost or feedback. It is not graded. */
export const langSmith: Product = {
  id: 'langsmith',
  name: 'LangSmith',
  source: 'https://docs.langchain.com/langsmith/alerts-webhook',
  forms: [
    [
      has('alert_rule_id'),
      has('triggered_metric_value'),
      hasOneOf('triggered_threshold', 'alert_rule_attribute'),
    ],
  ],
  title: [
    '{alert_rule_name} ({project_name})',
    'alert_rule_name',
    'LangSmith alert on {alert_rule_attribute}',
  ],
  titleStandIn: ['LangSmith alert {alert_rule_id}'],
  description: [
    '{alert_rule_description}',
    '{alert_rule_attribute} is {triggered_metric_value}, the threshold is {triggered_threshold}',
  ],
  severity: [codes('severity', { low: 'low', medium: 'medium', high: 'high', critical: 'critical' })],
  time: ['timestamp'],
  systems: ['project_name'],
  identity: {
    of: hashOf('alert_rule_id', 'timestamp', 'triggered_metric_value', 'triggered_threshold'),
    why: 'The id is not unique: alert_rule_id is that of the rule. Identity: rule, the time of the firing, and the values of metric and threshold. A repeated delivery keeps them.',
  },
}
