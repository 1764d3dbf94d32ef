import { idAnd } from '../identity.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'

/** An alert of MoEngage on the figures of a campaign or the expiry of a campaign or a token. It is not graded. */
export const moEngage: Product = {
  id: 'moengage',
  name: 'MoEngage',
  source: 'https://help.moengage.com/hc/en-us/articles/39608420239252-Webhooks',
  forms: [
    [
      ...[has('alert_id'), has('alert_name'), has('alert_type'), has('alert_triggered_at')],
      has('alert_evaluation_criteria'),
    ],
  ],
  title: ['alert_name'],
  severity: [],
  time: ['alert_triggered_at'],
  systems: ['db_name'],
  identity: {
    of: idAnd('alert_id', 'db_name', 'alert_triggered_at', 'entity_data'),
    why: 'It is not documented whether the id is that of a rule or of a firing. Identity: id, workspace, time and what the alert is about.',
  },
}
