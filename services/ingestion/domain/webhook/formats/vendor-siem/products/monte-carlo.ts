import { idAt } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { when } from '../state.ts'

const both = (name: string) => [`payload.${name}`, name]

/** An alert of Monte Carlo about data: an anomaly, a broken rule, or a change of such an alert. */
export const monteCarlo: Product = {
  id: 'monte_carlo',
  name: 'Monte Carlo',
  source: 'spikehq/docs.spike.sh, integrations-guideline/integrate-spike-with-monte-carlo.md',
  forms: [[is('action', 'incident'), has('payload.incident_id'), has('account.id')]],
  title: [
    '{payload.event_list.event_details} on {payload.event_list.table_name}',
    'payload.event_list.event_details',
    'Rule broken: {payload.rule.description}',
  ],
  titleStandIn: ['Monte Carlo alert {payload.incident_id}'],
  description: ['payload.rule.description', 'payload.url'],
  severity: both('declared_alert_severity').map((path) =>
    codes(path, { 'SEV-1': 'critical', 'SEV-2': 'high', 'SEV-3': 'medium', 'SEV-4': 'low' }),
  ),
  time: [],
  systems: ['payload.event_list.table_name'],
  identity: {
    of: (alert) => idAt(alert, ['payload.incident_id']),
    why: 'The id is unique: a UUID for each alert. Every change of its status repeats it.',
  },
  state: both('alert_feedback').flatMap((path) => [
    when(path, ['fixed', 'no_action_needed'], 'resolved'),
    when(path, ['false_positive', 'expected'], 'false_positive'),
  ]),
}
