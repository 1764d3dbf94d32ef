import { idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { status } from '../state.ts'

/** An incident of Logpoint. */
export const logpoint: Product = {
  id: 'logpoint',
  name: 'Logpoint',
  source:
    'demisto/content, Packs/LogPoint_SIEM_Integration/Integrations/LogPoint_SIEM_Integration/test_data/sample_incident_response.json',
  forms: [
    [has('incident_id'), has('risk_level'), has('detection_timestamp'), hasOneOf('name', 'alert_obj_id')],
  ],
  title: ['name'],
  description: ['description', 'query'],
  severity: [word('risk_level')],
  time: ['detection_timestamp'],
  identity: {
    of: idAnd(['id', 'incident_id'], 'detection_timestamp'),
    why: 'It is not documented whether the id of an incident is unique. Identity: id and the time of detection. A change of its status repeats both.',
  },
  state: [status('status')],
}
