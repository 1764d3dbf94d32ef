import { wholeAlert } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, object } from '../recognition.ts'
import { status } from '../state.ts'
import { wazuhSubject } from './wazuh-subject.ts'

/** A Wazuh 5 finding (Wazuh Common Schema). */
export const wazuh5: Product = {
  id: 'wazuh_5',
  name: 'Wazuh',
  source: 'wazuh/wazuh-dashboard-plugins, plugins/main/server/lib/sample-data/dataset/findings-*',
  forms: [[object('wazuh.rule'), has('@timestamp')]],
  title: ['wazuh.rule.title', 'wazuh.rule.name', 'wazuh.rule.description'],
  titleStandIn: ['Wazuh rule {wazuh.rule.id}'],
  description: ['event.original', 'message'],
  severity: [word('wazuh.rule.level', 'wazuh.rule.severity')],
  time: ['@timestamp'],
  systems: ['wazuh.agent.name', 'agent.name'],
  identity: {
    of: wholeAlert,
    closes: wazuhSubject(
      'wazuh.',
      ['vulnerability.id', 'package.name'],
      ['check.id', 'policy.file', 'policy.name'],
    ),
    unmatched:
      'A vulnerability or a check without an id, or without its agent, has nothing in common with its end but words.',
    why: 'A finding has no id: event.id is that of the event in which it was found. Several rules can match one event, and senders number events anew (of 818 published findings 195 share one id). Identity: the whole finding. A finding that says that a vulnerability or a check is over finds its alert by the agent, and by package or policy.',
  },
  state: [status('check.result', 'vulnerability.status')],
}
