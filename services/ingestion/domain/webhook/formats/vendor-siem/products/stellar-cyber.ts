import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { status } from '../state.ts'

/** A case or an alert of Stellar Cyber. An alert has only a score without published bands. */
export const stellarCyber: Product = {
  id: 'stellar_cyber',
  name: 'Stellar Cyber',
  source: 'demisto/content, Packs/StellarCyber/Integrations/StellarCyber/test_data/outputs',
  forms: [
    [has('ticket_id'), has('incident_score'), has('cust_id'), has('name')],
    [
      hasOneOf('alert_metadata.display_name', 'xdr_event.display_name'),
      hasOneOf('alert_id', 'event_score', '_id'),
    ],
  ],
  title: ['name', 'display_name', 'alert_metadata.display_name', 'xdr_event.display_name', 'event_name'],
  description: ['description', 'alert_metadata.description', 'xdr_event.description'],
  severity: [word('priority')],
  time: ['start_timestamp', 'created_at', 'timestamp', 'write_time'],
  systems: ['srcip_host', 'dstip_host', 'tenant_name'],
  identity: {
    of: id('alert_id', '_id'),
    why: 'The id is unique: that of the document. A change of a case repeats it. ticket_id is counted by each installation and is not read.',
  },
  state: [status('status', 'event_status')],
}
