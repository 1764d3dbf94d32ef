import { idAt, requiring, wholeAlert } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'

const TIME = ['iso_timestamp', 'timestamp']

/** An alert of Nobl9 about an objective, with the names of its variables. Nobl9 reports no end of an alert. */
export const nobl9: Product = {
  id: 'nobl9',
  name: 'Nobl9',
  source: 'spikehq/docs.spike.sh, integrations-guideline/integrate-spike-with-nobl9.md',
  forms: [
    [
      ...[has('slo_name'), has('alert_policy_name')],
      hasOneOf(
        'alert_policy_conditions_text',
        'alert_policy_conditions',
        'alert_policy_description',
        'alert_id',
      ),
    ],
  ],
  title: [
    '{slo_name}: {alert_policy_conditions_text}',
    '{slo_name}: no data for {no_data_alert_after}',
    '{slo_name}: {alert_policy_description}',
    '{slo_name}: {alert_policy_name}',
  ],
  description: ['alert_policy_description', 'slo_details_link'],
  severity: [word('severity')],
  time: TIME,
  systems: ['service_name', 'slo_name'],
  identity: {
    of: (alert) => idAt(alert, ['alert_id']) ?? ofNotification(alert),
    why: 'The id is unique: a UUID for each alert, which further notifications repeat. Without it: the whole notification, with its time. Without a time, only the very delivery identifies it.',
  },
}

const ofNotification = requiring(TIME, wholeAlert)
