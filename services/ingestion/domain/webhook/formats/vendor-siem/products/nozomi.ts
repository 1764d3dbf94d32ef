import { hashOf, id } from '../identity.ts'
import { scale } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is, lacks, like, numeric } from '../recognition.ts'
import { status } from '../state.ts'

/** An alert of Nozomi Networks Vantage or Guardian, or a vulnerability that was found on a node. */
export const nozomi: Product = {
  id: 'nozomi',
  name: 'Nozomi Networks',
  source:
    'SEKOIA-IO/intake-formats, Nozomi/nozomi-vantage/tests; Nozomi Networks OpenAPI, alerts; chronicle/content-hub, content/response_integrations/google/nozomi_networks, "Run Query"; elastic/integrations, packages/nozomi_networks, data stream alert; Azure/Azure-Sentinel, Sample Data/CEF/NozomiNetworksEvents.json',
  forms: [
    [is('event_type', 'alerts'), has('type_name'), numeric('severity'), has('id')],
    // A query of a Guardian names no kind of events.
    [
      like('type_id', /^[A-Z]+(?::[A-Z0-9_-]+)+$/, 'such as VI:NEW-ARP'),
      ...[numeric('severity'), has('name'), has('id')],
      hasOneOf('is_incident', 'is_security', 'appliance_host'),
    ],
    // A row of its connector for Microsoft Sentinel, with ASIM's columns.
    [
      is('EventVendor', 'Nozomi Networks'),
      is('EventType', 'Alert'),
      has('EventMessage'),
      lacks('EventSchema'),
    ],
    [is('event_type', 'vulnerabilities'), has('cve'), hasOneOf('matching_cpes', 'node_id', 'likelihood')],
  ],
  title: ['name', 'type_name', 'EventMessage', '{cve} on {node_label}', '{cve}: {category}', 'cve'],
  description: ['description', 'type_name', 'EventSubType', 'summary'],
  // CVSS for vulnerabilities.
  severity: ['severity', 'Risk', 'EventSeverity', 'score'].map((path) =>
    scale(path, { low: 0, medium: 4, high: 7, critical: 9 }),
  ),
  time: ['time', 'created_time', 'EventStartTime', 'TimeGenerated'],
  systems: [
    'label_dst',
    'id_dst',
    'DstHostname',
    'DstIpAddr',
    'SrcHostName',
    'SrcIpAddr',
    'node_label',
    'node_id',
  ],
  identity: {
    of: (alert) => (IS_VULNERABILITY.holds(alert) ? ofVulnerability(alert) : ofAlert(alert)),
    why: 'The id is unique: a UUID for each alert. Identity of a vulnerability: the node, what was found and when. A change of the status repeats either identity. A row of Microsoft Sentinel without it is identified by its content, with the time of the row.',
    unmatched: 'A row of Microsoft Sentinel without an id has nothing else that a closure could repeat.',
  },
  state: [status('status')],
}

const IS_VULNERABILITY = is('event_type', 'vulnerabilities')
const ofAlert = id('id', 'EventOriginalUid')
const ofVulnerability = hashOf('cve', 'node_id', 'node_label', 'matching_cpes', 'time')
