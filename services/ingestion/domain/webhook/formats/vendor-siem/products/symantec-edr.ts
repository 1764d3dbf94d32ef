import { id } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is } from '../recognition.ts'
import { reasonOfEnd, when } from '../state.ts'

/** An incident of Symantec EDR (Advanced Threat Protection), as its API gives it. */
export const symantecEdr: Product = {
  id: 'symantec_edr',
  name: 'Symantec EDR',
  source:
    'demisto/content, Packs/SymantecEDR/Integrations/SymantecEDR: test_data/incident_list_data.json; priorities, states and resolutions: SymantecEDR.py',
  forms: [
    [
      ...[has('atp_incident_id'), has('priority_level'), has('state')],
      hasOneOf('atp_rule_id', 'rule_name', 'summary'),
    ],
  ],
  title: ['summary', 'rule_name', 'atp_rule_id'],
  titleStandIn: ['Symantec EDR incident {atp_incident_id}'],
  description: ['{detection_type}: {recommended_action}', 'recommended_action'],
  severity: [codes('priority_level', { 1: 'low', 2: 'medium', 3: 'high' })],
  time: ['first_event_seen', 'device_time', 'time'],
  identity: {
    of: id('uuid'),
    why: 'The id is unique: the UUID of the incident. Changes and the closure repeat it. The number is not unique and not read: each appliance counts its incidents.',
  },
  state: [
    // A resolution counts only in the state 4, closed: a reopened incident keeps it.
    reasonOfEnd(when('resolution', [2, 5, 6], 'false_positive'), is('state', '1', '2', '3')),
    when('state', [4], 'closed'),
  ],
}
