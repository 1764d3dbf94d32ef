import { idAnd } from '../identity.ts'
import { labelled } from '../labelled.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, object } from '../recognition.ts'
import { status } from '../state.ts'

/** An incident of Proofpoint Threat Response, which its analysts grade in a field of their own. */
export const proofpointThreatResponse: Product = {
  id: 'proofpoint_threat_response',
  name: 'Proofpoint Threat Response',
  source: 'demisto/content, Packs/ProofpointThreatResponse; Proofpoint Threat Response, incident JSON',
  forms: [
    [has('incident_field_values'), has('event_sources'), has('summary'), has('state'), object('hosts')],
  ],
  title: ['summary', '{type} incident {id}'],
  titleStandIn: ['Proofpoint Threat Response incident {id}'],
  description: ['description'],
  severity: [labelled('incident_field_values', 'name', 'Severity', word('value'))],
  time: ['created_at'],
  systems: ['events.attackedHost', 'users.email'],
  identity: {
    of: idAnd('id', 'created_at'),
    why: 'The id is not unique: each installation counts its own numbers. Identity: id and the time of creation. Further events and the end repeat both.',
  },
  state: [status('state')],
}
