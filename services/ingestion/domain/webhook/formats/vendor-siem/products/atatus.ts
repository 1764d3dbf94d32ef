import { idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { status, when } from '../state.ts'

/** An incident of an alert policy of Atatus. */
export const atatus: Product = {
  id: 'atatus',
  name: 'Atatus',
  source: 'spikehq/docs.spike.sh, integrations-guideline/integrate-spike-with-atatus.md',
  forms: [
    [has('incident_id'), has('alert_policy_name'), is('status', 'Opened', 'Closed', 'Acknowledged', 'Open')],
  ],
  title: ['{description} on {target_name}', 'description', '{rule_name} on {target_name}', 'rule_name'],
  titleStandIn: ['Atatus alert of {alert_policy_name}'],
  description: ['{rule_name} of {alert_policy_name}', 'incident_url'],
  severity: [word('severity')],
  // The time of a notification, which is that of the start where it tells of one.
  time: ['timestamp'],
  systems: ['target_name'],
  identity: {
    of: idAnd('incident_id', 'account_id', 'alert_policy_id'),
    why: 'The id is unique: the number of an incident. Identity: id, account and policy. Every notification about the incident repeats them.',
  },
  state: [when('status', ['Acknowledged'], 'informational'), status('status')],
}
