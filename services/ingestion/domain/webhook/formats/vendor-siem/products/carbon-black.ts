import { hashOf, id } from '../identity.ts'
import { scale } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is, numeric } from '../recognition.ts'
import { reasonOfEnd, status } from '../state.ts'

/** An alert of Carbon Black Cloud: its alerts API of versions 6 and 7, and its data forwarder. */
export const carbonBlack: Product = {
  id: 'carbon_black',
  name: 'Carbon Black Cloud',
  source:
    'https://developer.carbonblack.com/reference/carbon-black-cloud/platform/latest/alert-search-and-schema-fields/; panther-labs/panther-analysis, rules/carbonblack_rules; elastic/integrations, packages/carbon_black_cloud, data stream watchlist_hit',
  forms: [
    [
      has('org_key'),
      hasOneOf('backend_timestamp', 'create_time', 'detection_timestamp'),
      numeric('severity'),
      has('type'),
      has('id'),
    ],
    // A hit of a watchlist, in the data forwarder.
    [has('org_key'), is('type', 'watchlist.hit'), numeric('severity'), has('report_id'), has('process_guid')],
  ],
  title: ['reason', 'report_name', 'watchlists.name'],
  titleStandIn: ['Carbon Black alert {id}'],
  description: ['reason', 'report_description'],
  // Three groups of scores: 1 and 2, 3 to 5, 6 to 10 (Carbon Black Cloud user guide, "Alert severity").
  severity: [scale('severity', { low: 1, medium: 3, high: 6 })],
  time: [
    'first_event_timestamp',
    'detection_timestamp',
    'first_event_time',
    'backend_timestamp',
    'create_time',
  ],
  systems: ['device_name'],
  identity: {
    of: (alert) => (has('id').holds(alert) ? ofAlert(alert) : ofHit(alert)),
    why: "The id is unique: 'unique ID of the alert' (schema). A change of the workflow keeps it. threat_id is shared by alerts about one threat. A hit of a watchlist has no id. Identity of a hit: organization, device, process, report, indicator and time.",
  },
  state: [
    reasonOfEnd(status('determination.value'), 'workflow.status', 'workflow.state'),
    status('workflow.status', 'workflow.state'),
  ],
}

const ofAlert = id('id')
const ofHit = hashOf('org_key', 'device_id', 'process_guid', 'report_id', 'ioc_id', 'create_time')
