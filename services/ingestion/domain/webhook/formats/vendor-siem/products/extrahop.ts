import { idAnd } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, lacks, numeric } from '../recognition.ts'
import { status, when } from '../state.ts'

/** A detection of ExtraHop RevealX from its REST API. It is not graded: the bands of its risk score are not public. */
export const extraHop: Product = {
  id: 'extrahop',
  name: 'ExtraHop RevealX',
  source:
    'https://docs.extrahop.com/current/rest-api-guide/#detections; SEKOIA-IO/intake-formats, ExtraHop/revealx_360/tests; demisto/content, Packs/ExtraHop/Integrations/ExtrahopRevealXEventCollector/test_data',
  forms: [
    [
      ...[numeric('risk_score'), has('title'), has('id'), has('type')],
      hasOneOf('appliance_id', 'is_user_created'),
      hasOneOf('participants', 'mod_time', 'categories'),
    ],
    // A detection of a performance problem has no risk score.
    [
      ...[has('title'), has('id'), has('type'), has('participants'), has('categories')],
      ...[has('appliance_id'), has('is_user_created'), has('mod_time'), lacks('risk_score')],
    ],
  ],
  title: ['title'],
  description: ['description'],
  severity: [],
  time: ['start_time'],
  systems: ['participants.hostname'],
  identity: {
    of: idAnd('id', 'appliance_id', 'type', 'start_time'),
    why: 'The id is not unique: each installation counts its detections. Identity: number, appliance, type and start. A change of the status keeps them.',
  },
  state: [when('status', ['closed'], 'closed'), status('status')],
}
