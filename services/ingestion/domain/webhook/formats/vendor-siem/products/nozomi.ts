import { hashOf, id } from '../identity.ts'
import { scale } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is, like, numeric } from '../recognition.ts'
import { status } from '../state.ts'

/** An alert of Nozomi Networks Vantage or Guardian, or a vulnerability that was found on a node. */
export const nozomi: Product = {
  id: 'nozomi',
  name: 'Nozomi Networks',
  source:
    'SEKOIA-IO/intake-formats, Nozomi/nozomi-vantage/tests; Nozomi Networks OpenAPI, alerts; chronicle/content-hub, content/response_integrations/google/nozomi_networks, "Run Query"; elastic/integrations, packages/nozomi_networks, data stream alert',
  forms: [
    [is('event_type', 'alerts'), has('type_name'), numeric('severity'), has('id')],
    // A query of a Guardian names no kind of events.
    [
      like('type_id', /^[A-Z]+(?::[A-Z0-9_-]+)+$/, 'such as VI:NEW-ARP'),
      ...[numeric('severity'), has('name'), has('id')],
      hasOneOf('is_incident', 'is_security', 'appliance_host'),
    ],
    [is('event_type', 'vulnerabilities'), has('cve'), hasOneOf('matching_cpes', 'node_id', 'likelihood')],
  ],
  title: ['name', 'type_name', '{cve} on {node_label}', '{cve}: {category}', 'cve'],
  description: ['description', 'type_name', 'summary'],
  // CVSS for vulnerabilities.
  severity: ['severity', 'score'].map((path) => scale(path, { low: 0, medium: 4, high: 7, critical: 9 })),
  time: ['time', 'created_time'],
  systems: ['label_dst', 'id_dst', 'node_label', 'node_id'],
  identity: {
    of: (alert) => (IS_VULNERABILITY.holds(alert) ? ofVulnerability(alert) : ofAlert(alert)),
    why: 'The id is unique: a UUID for each alert. Identity of a vulnerability: the node, what was found and when. A change of the status repeats either identity.',
  },
  state: [status('status')],
}

const IS_VULNERABILITY = is('event_type', 'vulnerabilities')
const ofAlert = id('id')
const ofVulnerability = hashOf('cve', 'node_id', 'node_label', 'matching_cpes', 'time')
