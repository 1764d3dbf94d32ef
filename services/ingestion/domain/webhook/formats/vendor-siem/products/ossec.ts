import { wholeAlert } from '../identity.ts'
import { scale } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, numeric } from '../recognition.ts'

const LEVELS = { low: 0, medium: 7, high: 12, critical: 15 }

/**
 * An alert of OSSEC in JSON, or of OSSEC or Wazuh by syslog (ids-text.ts). In JSON Wazuh, a fork of OSSEC, has a description
 * where OSSEC has a comment.
 */
export const ossec: Product = {
  id: 'ossec',
  name: 'OSSEC',
  source:
    'ossec/ossec-hids, src/analysisd/format/to_json.c, json_extended.c and src/os_csyslogd/alert.c; ossec/ossec-docs, docs/manual/output/syslog-output.rst',
  forms: [
    [numeric('rule.level'), has('rule.comment'), hasOneOf('rule.sidid', 'TimeStamp', 'full_log')],
    [numeric('ossec.level'), has('ossec.rule'), has('ossec.location')],
  ],
  title: ['rule.comment', 'ossec.comment'],
  titleStandIn: ['OSSEC rule {rule.sidid}', 'OSSEC rule {ossec.rule}'],
  description: ['full_log', 'ossec.log', 'rule.comment'],
  severity: [scale('rule.level', LEVELS), scale('ossec.level', LEVELS)],
  time: ['TimeStamp', 'timestamp', 'ossec.time'],
  systems: ['hostname', 'agent_name', 'ossec.host'],
  identity: {
    of: wholeAlert,
    why: 'The id is not unique: it is the time and an offset in the log of one manager. Identity: the whole alert, with its id, rule and log. An alert never changes.',
  },
}
