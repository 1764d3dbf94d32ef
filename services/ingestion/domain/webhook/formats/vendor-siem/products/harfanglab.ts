import { id, idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is, lacks, object } from '../recognition.ts'
import { status, when } from '../state.ts'

/** An alert of HarfangLab EDR, and a threat, which groups alerts. */
export const harfangLab: Product = {
  id: 'harfanglab',
  name: 'HarfangLab EDR',
  source: 'SEKOIA-IO/intake-formats, HarfangLab/harfanglab/tests',
  forms: [
    [has('alert_unique_id'), has('rule_name'), has('level'), object('agent')],
    [
      has('rule_name'),
      has('level_int'),
      has('alert_subtype'),
      has('detection_date'),
      lacks('alert_unique_id'),
    ],
    [is('log_type', 'threat'), has('rules.rule_name'), has('level'), has('first_seen')],
  ],
  title: ['rule_name', 'rules.rule_name', 'msg'],
  description: ['msg'],
  severity: [word('level')],
  time: ['alert_time', 'detection_date', '@event_create_date', 'first_seen', '@timestamp'],
  systems: ['agent.hostname', 'agents.agent_hostname'],
  identity: {
    of: (alert) =>
      has('log_type').holds(alert) && !has('alert_unique_id').holds(alert) ? ofThreat(alert) : ofAlert(alert),
    unmatched: 'An alert without its UUID is its content alone, which a change of its status changes.',
    why: 'The id of an alert is unique: a UUID. aggregation_key is shared by similar alerts. The id of a threat is not unique: each installation counts its threats. Identity of a threat: number, tenant and the time it was first seen. Further alerts of the threat repeat them.',
  },
  state: [when('status', ['probable_false_positive'], 'false_positive'), status('status')],
}

const ofAlert = id('alert_unique_id')
const ofThreat = idAnd('id', 'tenant', 'first_seen')
