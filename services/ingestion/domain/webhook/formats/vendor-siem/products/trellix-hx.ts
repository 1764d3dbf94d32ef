import { idAnd } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { when } from '../state.ts'

/** An alert of Trellix (formerly FireEye) Endpoint Security HX, as its API and its notifications give it. It is not graded. */
export const trellixHx: Product = {
  id: 'trellix_hx',
  name: 'Trellix Endpoint Security (HX)',
  source:
    'chronicle/content-hub, content/response_integrations/google/fire_eye_hx, "Get Alerts"; splunk/splunk-connect-for-syslog, tests/test_fireye.py',
  forms: [
    [
      ...[has('event_at'), has('reported_at'), has('agent._id'), has('resolution')],
      hasOneOf('indicator', 'event_values', 'matched_at'),
    ],
    [
      ...[has('event_at'), has('reported_at'), has('host.agent_id'), has('resolution')],
      hasOneOf('indicator', 'event_values', 'matched_at'),
    ],
  ],
  title: [
    'indicator.display_name',
    'indicator.name',
    'Malware {event_values.detections.detection.infection.infection-name} on agent {agent._id}',
    'Malware {event_values.detections.detection.infection.infection-name} on {host.hostname}',
  ],
  titleStandIn: ['{source} alert of agent {agent._id}', '{source} alert of agent {host.agent_id}'],
  description: ['indicator.category', 'event_type', 'source'],
  severity: [],
  time: ['event_at', 'reported_at'],
  systems: ['agent.hostname', 'agent._id', 'host.hostname'],
  identity: {
    of: (alert) => (IS_NOTIFICATION.holds(alert) ? ofNotification(alert) : ofApi(alert)),
    why: 'The id is not unique: each appliance counts its own numbers. Identity: id, appliance, agent and time. A change of the alert repeats them. Identity of a notification: id, UUID, agent and time.',
  },
  state: [when('is_false_positive', [true], 'false_positive')],
}

const IS_NOTIFICATION = has('host.agent_id')
const ofApi = idAnd('_id', 'appliance._id', 'agent._id', 'event_at')
const ofNotification = idAnd('_id', 'uuid', 'host.agent_id', 'event_at')
