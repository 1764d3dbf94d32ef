import { idAnd } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { when } from '../state.ts'

/** An alert of Trellix (formerly FireEye) Endpoint Security HX, as its API gives it. It is not graded. */
export const trellixHx: Product = {
  id: 'trellix_hx',
  name: 'Trellix Endpoint Security (HX)',
  source: 'chronicle/content-hub, content/response_integrations/google/fire_eye_hx, "Get Alerts"',
  forms: [
    [
      ...[has('event_at'), has('reported_at'), has('agent._id'), has('resolution')],
      hasOneOf('indicator', 'event_values', 'matched_at'),
    ],
  ],
  title: [
    'indicator.display_name',
    'indicator.name',
    'Malware {event_values.detections.detection.infection.infection-name} on agent {agent._id}',
  ],
  titleStandIn: ['{source} alert of agent {agent._id}'],
  description: ['indicator.category', 'event_type', 'source'],
  severity: [],
  time: ['event_at', 'reported_at'],
  systems: ['agent.hostname', 'agent._id'],
  identity: {
    of: idAnd('_id', 'appliance._id', 'agent._id', 'event_at'),
    why: 'The id is not unique: each appliance counts its own numbers. Identity: id, appliance, agent and time. A change of the alert repeats them.',
  },
  state: [when('is_false_positive', [true], 'false_positive')],
}
