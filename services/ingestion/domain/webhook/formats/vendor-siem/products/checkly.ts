import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { hashOf, hashOfShared, requiring } from '../identity.ts'
import type { Product } from '../product.ts'
import { hasOneOf, like } from '../recognition.ts'
import { rule, type State, when } from '../state.ts'

/** A change of a check of Checkly, under the variable names of its webhook. It is not graded. */
export const checkly: Product = {
  id: 'checkly',
  name: 'Checkly',
  source:
    'https://www.checklyhq.com/docs/alerting-and-retries/webhooks/; keephq/keep, keep/providers/checkly_provider/alerts_mock.py',
  forms: [
    [
      like('alert_type', /^(?:NO_ALERT|ALERT_[A-Z_]+)$/, 'such as ALERT_FAILURE'),
      hasOneOf('check_name', 'check_id'),
      hasOneOf('check_result_id', 'started_at', 'check_type'),
    ],
  ],
  title: ['alert_title', 'event', '{check_name}: {alert_type}'],
  titleStandIn: ['check_name', 'Checkly check {check_id}'],
  description: ['check_error_message'],
  severity: [],
  time: ['started_at'],
  systems: ['check_name'],
  identity: {
    of: requiring(
      ['check_result_id', 'started_at'],
      hashOf('check_id', 'check_name', 'alert_type', 'check_result_id', 'started_at'),
    ),
    closes: hashOfShared('check_id', 'check_name'),
    why: 'The id is not unique: it is the check’s. Identity: check, kind, result and start. Without result and start, only the very delivery identifies the alert. The recovery finds its alert by the check.',
  },
  state: [when('alert_type', ['NO_ALERT'], 'resolved'), rule(ofKind, 'alert_type')],
}

/** `ALERT_DEGRADED_REMAIN`: the state has not changed. */
function ofKind(alert: unknown): State | null {
  const kind = plainText(valueAt(alert, 'alert_type'))
  if (kind.endsWith('_RECOVERY')) return 'resolved'
  return kind.endsWith('_REMAIN') ? 'informational' : null
}
