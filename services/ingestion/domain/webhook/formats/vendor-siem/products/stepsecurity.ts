import { idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is, like } from '../recognition.ts'
import { when } from '../state.ts'

/** A warning of StepSecurity about a threat to packages or actions. */
export const stepSecurity: Product = {
  id: 'stepsecurity',
  name: 'StepSecurity',
  source: 'https://docs.stepsecurity.io/admin-console/integrations/sample-detection-events',
  forms: [
    [
      ...[is('type', 'Threat-Intelligence'), has('title'), has('event_id')],
      like('incident_url', /\.stepsecurity\.io\//, 'an address of StepSecurity'),
    ],
  ],
  title: ['title'],
  description: ['description', 'details', 'incident_url'],
  severity: [word('severity')],
  time: ['incident_start_time'],
  systems: ['ecosystem'],
  identity: {
    of: idAnd('event_id', 'incident_url'),
    why: 'The id is not unique: the organizations that one threat concerns share it. Identity: id and the address, which holds the organization. Further events of the threat repeat both.',
  },
  state: [when('is_active', [false], 'resolved')],
}
