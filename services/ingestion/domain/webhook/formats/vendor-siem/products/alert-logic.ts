import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { status } from '../state.ts'

/** An incident of Alert Logic (Fortra), as its connectors send it in full. */
export const alertLogic: Product = {
  id: 'alert_logic',
  name: 'Alert Logic',
  source: 'https://docs.alertlogic.com/configure/connectors/incident.htm',
  forms: [
    [
      ...[has('humanFriendlyId'), has('accountId'), has('incident')],
      hasOneOf('createTime', 'createtime_str', 'incident.createTime'),
    ],
  ],
  title: ['incident.summary', 'incident.description'],
  titleStandIn: ['Alert Logic incident {humanFriendlyId}'],
  description: ['incident.description', 'correlation_name'],
  severity: [word('incident.threatRating', 'threatRating', 'threat', 'defaultThreatRating')],
  time: ['createtime_str', 'createTime'],
  systems: ['asset_host_name'],
  identity: {
    of: id('incidentId', 'humanFriendlyId'),
    why: 'The id is unique: one for each incident. A change of the status keeps it.',
  },
  state: [status('customer_status.status', 'customer_status_status')],
}
