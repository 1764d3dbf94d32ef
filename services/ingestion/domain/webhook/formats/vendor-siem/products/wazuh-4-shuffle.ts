import { idAnd } from '../identity.ts'
import { scale } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, object } from '../recognition.ts'
import { status, when } from '../state.ts'
import { wazuhSubject } from './wazuh-subject.ts'

/** A Wazuh 4 alert in the wrapper that its "shuffle" integration sends. Its own `severity` (1 to 3) is not read. */
export const wazuh4Shuffle: Product = {
  id: 'wazuh_4_shuffle',
  name: 'Wazuh',
  source: 'wazuh/wazuh, integrations/shuffle.py',
  forms: [[object('all_fields.rule'), has('pretext'), has('rule_id')]],
  title: ['title', 'all_fields.rule.description'],
  titleStandIn: ['Wazuh rule {rule_id}'],
  description: ['text', 'all_fields.full_log'],
  severity: [scale('all_fields.rule.level', { low: 0, medium: 7, high: 12, critical: 15 })],
  time: ['timestamp', 'all_fields.timestamp'],
  systems: ['all_fields.agent.name'],
  identity: {
    of: idAnd('id', 'rule_id', 'timestamp', 'all_fields'),
    closes: wazuhSubject(
      'all_fields.',
      ['all_fields.data.vulnerability.cve', 'all_fields.data.vulnerability.package.name'],
      ['all_fields.data.sca.check.id', 'all_fields.data.sca.policy'],
    ),
    why: 'The id is not unique, as wazuh-4.ts says. Identity: id, rule, time and the whole alert, which is in all_fields.',
  },
  state: [
    status('all_fields.data.sca.check.result'),
    when('all_fields.data.vulnerability.status', ['solved', 'fixed'], 'resolved'),
  ],
}
