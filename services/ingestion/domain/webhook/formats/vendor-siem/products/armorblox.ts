import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, like } from '../recognition.ts'
import { when } from '../state.ts'

/** An incident of Armorblox about a message. */
export const armorblox: Product = {
  id: 'armorblox',
  name: 'Armorblox',
  source: 'Azure/Azure-Sentinel, Sample Data/Custom/Armorblox_CL.json',
  forms: [
    [
      like('incident_type', /_INCIDENT_TYPE$/, '…_INCIDENT_TYPE'),
      ...[has('id'), has('title'), hasOneOf('resolution_state', 'policy_names')],
    ],
  ],
  title: ['{policy_names}: {title}', 'title'],
  severity: [word('priority')],
  time: ['date'],
  systems: ['app_name'],
  identity: { of: id('id'), why: 'The id is unique: the number of the incident. A change of it keeps it.' },
  state: [
    // What else research says, such as its end, is not the state of the incident.
    when('research_status', ['FALSE_POSITIVE'], 'false_positive'),
    when(
      'resolution_state',
      ['RESOLVED_INCIDENT_RESOLUTION_STATE', 'CLOSED_INCIDENT_RESOLUTION_STATE'],
      'resolved',
    ),
  ],
}
