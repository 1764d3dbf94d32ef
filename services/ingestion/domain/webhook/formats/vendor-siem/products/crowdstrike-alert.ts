import { id } from '../identity.ts'
import { scale, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is, like } from '../recognition.ts'
import { reasonOfEnd, status, when } from '../state.ts'
import { CROWDSTRIKE_SCORE } from './crowdstrike.ts'

/** An alert of CrowdStrike's Alerts API, or a detection or incident of the APIs before it. */
export const crowdstrikeAlert: Product = {
  id: 'crowdstrike_alert',
  name: 'CrowdStrike Falcon',
  source: 'elastic/integrations, packages/crowdstrike, data stream alert; Falcon API reference, Alerts v2',
  forms: [
    [has('composite_id'), hasOneOf('cid', 'severity', 'severity_name')],
    [like('detection_id', /^ldt:/, 'ldt:…'), has('behaviors'), has('cid')],
    [like('incident_id', /^inc:/, 'inc:…'), has('cid')],
  ],
  title: [
    // An automated lead is named after a host and a time only.
    'Automated lead on {display_name}: {threatgraph_indicators.display_name}',
    ...['display_name', 'name', 'behaviors.display_name', 'behaviors.scenario'],
  ],
  titleStandIn: [
    '{tactic}: {technique}',
    'CrowdStrike incident {incident_id}',
    'CrowdStrike detection {detection_id}',
  ],
  description: ['description', 'behaviors.description', 'threatgraph_indicators.description'],
  severity: [
    word('severity_name', 'max_severity_displayname'),
    scale('severity', CROWDSTRIKE_SCORE),
    scale('max_severity', CROWDSTRIKE_SCORE),
    scale('fine_score', CROWDSTRIKE_SCORE),
  ],
  // The timestamp of an automated lead is that of its last change.
  time: ['signal_start_timestamp', 'timestamp', 'created_timestamp', 'first_behavior', 'start'],
  systems: [
    'device.hostname',
    'hosts.hostname',
    'source_hosts',
    'source_endpoint_host_name',
    'threatgraph_indicators.hostname',
  ],
  identity: {
    of: id('composite_id', 'detection_id', 'incident_id'),
    why: "The id is unique: the composite id holds the customer and the detection's own id (Alerts v2). Updates repeat it.",
  },
  state: [
    // The statuses of incidents are numbers: 20 new, 25 reopened, 30 in progress, 40 closed.
    reasonOfEnd(status('resolution', 'tags'), 'status', is('status', '25', '30')),
    when('status', [40], 'closed'),
    status('status', 'state'),
  ],
}
