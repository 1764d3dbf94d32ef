import { id, idAnd } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is, like } from '../recognition.ts'
import { rule } from '../state.ts'

/** An event of AppDynamics in the body of Cloudforet's published HTTP request template. AppDynamics has no default body. */
export const appDynamics: Product = {
  id: 'appdynamics',
  name: 'AppDynamics',
  source:
    'cloudforet-io/plugin-appdynamics-mon-webhook, README.md and test/api; severities: https://help.splunk.com/en/appdynamics-on-premises/get-started/25.10.0/alert-and-respond/actions/build-a-custom-action/information-passed-to-the-custom-action-script',
  forms: [
    [
      ...[has('event_name'), has('event_guid'), has('event_time'), has('app_name')],
      ...[
        is('severity', 'INFO', 'WARN', 'ERROR'),
        like('event_type', /^[A-Z_]+$/, 'such as POLICY_OPEN_WARNING'),
      ],
    ],
  ],
  title: ['{event_name}: {health_rule_name}', 'event_name'],
  description: ['summary', 'event_message'],
  severity: [codes('severity', { INFO: 'informational', WARN: 'medium', ERROR: 'critical' })],
  time: ['event_time'],
  systems: ['node_name', 'tier_name', 'app_name'],
  identity: {
    of: (alert) => (has('incident_id').holds(alert) ? ofViolation(alert) : ofEvent(alert)),
    why: 'The id is not unique: a violation has a number that each controller counts. Identity: number, controller and application. Changes and the end of the violation repeat them. Any other event has a unique id, a GUID.',
  },
  state: [rule((alert) => (ENDED.holds(alert) ? 'resolved' : null), 'event_type')],
}

const ofViolation = idAnd('incident_id', 'controller_url', 'app_id')
const ofEvent = id('event_guid')

/** The end of a violation, or of its rule. */
const ENDED = like('event_type', /^POLICY_(?:CLOSE|CANCELED)/, 'such as POLICY_CLOSE_WARNING')
