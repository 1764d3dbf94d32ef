import { wholeAlert } from '../identity.ts'
import type { Product } from '../product.ts'
import { numeric } from '../recognition.ts'

/**
 * ElastAlert 2's post for a match (http_post, http_post2): the matched document with two counts. The rule's name is included if
 * the rule is set so (http_post_static_payload). A level in the document is that of a log line, so the alert is not graded.
 */
export const elastAlert2: Product = {
  id: 'elastalert2',
  name: 'ElastAlert 2',
  source:
    'jertel/elastalert2, elastalert/alerters/httppost.py and elastalert/elastalert.py (num_hits, num_matches)',
  forms: [[numeric('num_hits'), numeric('num_matches')]],
  title: ['rule_name', 'alert_subject', 'rule.name', 'rule', 'title'],
  titleStandIn: [
    'ElastAlert 2 match: {message}',
    'ElastAlert 2 match in {_index}',
    'ElastAlert 2 match of {num_hits} hits',
  ],
  description: ['alert_text', 'message'],
  severity: [],
  time: ['@timestamp', 'timestamp'],
  systems: ['host.name', 'hostname', 'agent.name'],
  identity: {
    of: wholeAlert,
    why: 'The id is not unique: several rules can match one document, and several matches of a rule can have no document. Identity: the whole match, with its counts. A retry sends the same bytes.',
  },
}
