import { wholeAlert } from '../identity.ts'
import { scale } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, numeric } from '../recognition.ts'

/** An alert of OSSEC in JSON. Wazuh, a fork of OSSEC, has a description where OSSEC has a comment. */
export const ossec: Product = {
  id: 'ossec',
  name: 'OSSEC',
  source: 'ossec/ossec-hids, src/analysisd/format/to_json.c and json_extended.c',
  forms: [[numeric('rule.level'), has('rule.comment'), hasOneOf('rule.sidid', 'TimeStamp', 'full_log')]],
  title: ['rule.comment'],
  titleStandIn: ['OSSEC rule {rule.sidid}'],
  description: ['full_log', 'rule.comment'],
  severity: [scale('rule.level', { low: 0, medium: 7, high: 12, critical: 15 })],
  time: ['TimeStamp', 'timestamp'],
  systems: ['hostname', 'agent_name'],
  identity: {
    of: wholeAlert,
    why: 'The id is not unique: it is the time and an offset in the log of one manager. Identity: the whole alert, with its id, rule and log. An alert never changes.',
  },
}
