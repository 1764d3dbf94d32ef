import { idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'

/** An alert of Deepchecks Monitoring on a check of a model: drift, performance, data integrity. It has no time. */
export const deepchecks: Product = {
  id: 'deepchecks',
  name: 'Deepchecks',
  source: 'deepchecks/monitoring, backend/deepchecks_monitoring/schema_models/alert_webhook.py',
  forms: [[has('alert_id'), has('alert_name'), has('alert_rule'), has('alert_link'), has('severity')]],
  title: ['alert_name'],
  description: ['alert_rule', 'alert_link'],
  severity: [word('severity')],
  time: [],
  identity: {
    of: idAnd('alert_id', 'alert_link', 'alert_name', 'alert_rule'),
    why: 'The id is not unique: each installation counts its alerts. Identity: number, link, name and rule. The link holds the host and the model.',
  },
}
