import { hashOf } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'

/** A threat event of IBM Verify: an anomaly in sign-ins or in the management of accounts. */
export const ibmVerify: Product = {
  id: 'ibm_verify',
  name: 'IBM Verify',
  source: 'https://www.ibm.com/docs/en/SSCT62/references/r_threat_payload.html',
  forms: [
    [
      ...[has('data.rule_id'), has('data.rule_name'), has('data.severity'), has('data.component')],
      hasOneOf('data.anomalous_event_count', 'data.impacted_user_count', 'data.normal_traffic_volume'),
    ],
  ],
  title: ['{data.rule_name}: {data.component}', 'data.rule_name'],
  description: ['data.compromised_users'],
  severity: [word('data.severity')],
  time: ['data.date', 'time', 'data.end_time'],
  systems: ['data.component'],
  identity: {
    of: hashOf('id', 'data.rule_id', 'data.component', 'data.date', 'data.end_time'),
    why: 'The id is that of the rule. Identity: the id of the event if it has one, rule, component, date and end of the interval. An event never changes.',
  },
}
