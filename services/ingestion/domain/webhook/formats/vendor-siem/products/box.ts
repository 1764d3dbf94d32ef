import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { classTitle } from './class-words.ts'

const SHIELD = 'additional_details.shield_alert'
const AI = 'additional_details.ai_security_detection_event'

/**
 * An alert of Box Shield, and a detection of Box AI in a prompt or a file, such as an injection. Its confidence is not a
 * severity.
 */
export const box: Product = {
  id: 'box',
  name: 'Box',
  source:
    'https://developer.box.com/guides/events/event-triggers/ai-security-detection-events; https://developer.box.com/guides/events/event-triggers/shield-alert-events',
  forms: [
    [is('event_type', 'SHIELD_ALERT'), has(SHIELD)],
    [is('event_type', 'AI_SECURITY_DETECTION'), has(AI)],
  ],
  title: [
    `{${SHIELD}.rule_category}: {${SHIELD}.rule_name}`,
    `${SHIELD}.rule_category`,
    `{${AI}.detector_type} in {${AI}.scan_source_type} of {${AI}.agent_id}`,
    `{${AI}.detector_type} in {${AI}.agent_id}`,
  ],
  titleStandIn: [classTitle('Box', 'event_type')],
  description: [`${SHIELD}.alert_summary.description`, `${SHIELD}.link`, `${AI}.action`],
  severity: [word(`${SHIELD}.priority`)],
  time: [`${SHIELD}.created_at`, 'created_at', 'recorded_at'],
  systems: [`${SHIELD}.user.email`, `${AI}.agent_id`, 'created_by.login'],
  identity: {
    of: id('event_id'),
    why: 'The id is unique: a UUID for each event (event_id). Without it the identity is the content. An event never changes.',
  },
}
