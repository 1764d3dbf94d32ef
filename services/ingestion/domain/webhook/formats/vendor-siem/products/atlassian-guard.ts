import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { id } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { rule, type State } from '../state.ts'

/**
 * An alert of Atlassian Guard Detect (formerly Beacon) about user activity in Jira, Confluence or the administration. It is not
 * graded.
 */
export const atlassianGuard: Product = {
  id: 'atlassian_guard',
  name: 'Atlassian Guard',
  source: 'Azure/Azure-Sentinel, Sample Data/Custom/AtlassianBeacon.json',
  forms: [
    [
      has('atlassianAlertType'),
      hasOneOf('alertId', 'alert.id', 'alert_id'),
      hasOneOf('alertTitle', 'alert.title', 'alert_title'),
    ],
  ],
  title: ['alertTitle', 'alert.title', 'alert_title'],
  description: [
    '{actor.name}: {activity.action} {activity.subject.ari}',
    '{actor_name}: {activity_action} {activity_subject_ari}',
  ],
  severity: [],
  time: ['detectiontime', 'alert.created', 'timestamp'],
  systems: ['alert.product', 'alert_product'],
  identity: {
    of: id('alertId', 'alert.id', 'alert_id'),
    why: 'The id is unique: 24 hexadecimal digits for each alert.',
  },
  state: [rule(ofKind)],
}

/** `beacon:create:test` is the test of a webhook. */
function ofKind(alert: unknown): State | null {
  return /:test$/.test(plainText(valueAt(alert, 'atlassianAlertType'))) ? 'informational' : null
}
