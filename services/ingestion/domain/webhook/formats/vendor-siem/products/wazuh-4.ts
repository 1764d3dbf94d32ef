import { idAnd } from '../identity.ts'
import { scale } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, numeric } from '../recognition.ts'
import { status, when } from '../state.ts'
import { wazuhSubject } from './wazuh-subject.ts'

/** A Wazuh 4 alert as its manager writes it to alerts.json; the indexer's document is the same. */
export const wazuh4: Product = {
  id: 'wazuh_4',
  name: 'Wazuh',
  source: 'https://documentation.wazuh.com/4.14/user-manual/manager/alert-management.html',
  forms: [
    [
      numeric('rule.level'),
      has('rule.id'),
      has('id'),
      has('timestamp'),
      hasOneOf('manager', 'decoder', 'agent'),
    ],
  ],
  title: ['rule.description'],
  titleStandIn: ['Wazuh rule {rule.id}'],
  description: ['full_log', 'data.vulnerability.rationale', 'data.sca.check.rationale'],
  severity: [scale('rule.level', { low: 0, medium: 7, high: 12, critical: 15 })],
  time: ['timestamp', '@timestamp'],
  systems: ['agent.name'],
  identity: {
    of: idAnd(
      'id',
      ...['cluster.node', 'manager.name', 'agent.id', 'rule.id', 'timestamp', 'location', 'full_log'],
    ),
    closes: wazuhSubject(
      '',
      ['data.vulnerability.cve', 'data.vulnerability.package.name'],
      ['data.sca.check.id', 'data.sca.policy'],
    ),
    why: 'The id is not unique: it is the time and an offset in alerts.json, and every node of a cluster has its own file (wazuh/wazuh, src/analysisd/alerts/getloglocation.c). Identity: id, node, agent, rule, time and log. An alert that says that a vulnerability or a check is over finds its alert by the agent, and by package or policy.',
  },
  state: [
    status('data.sca.check.result'),
    when('data.vulnerability.status', ['solved', 'fixed'], 'resolved'),
  ],
}
