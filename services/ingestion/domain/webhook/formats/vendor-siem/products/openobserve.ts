import { hashOf, requiring } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'

const TIMES = ['alert_start_time', 'alert_trigger_time', 'alert_end_time']

/**
 * An alert of OpenObserve, from a template with the variables under their own names. It is graded only if the template sends a grade.
 */
export const openObserve: Product = {
  id: 'openobserve',
  name: 'OpenObserve',
  source: 'https://openobserve.ai/docs/user-guide/alerts/templates/',
  forms: [
    [
      ...[has('alert_name'), has('stream_name')],
      hasOneOf('stream_type', 'org_name', 'alert_period', 'alert_threshold', 'alert_operator'),
    ],
  ],
  title: ['alert_name'],
  description: ['{alert_count} in {stream_name} ({alert_operator} {alert_threshold})', 'rows', 'stream_name'],
  severity: [word('severity', 'alert_severity')],
  time: TIMES,
  identity: {
    of: requiring(TIMES, hashOf('org_name', 'stream_type', 'stream_name', 'alert_name', ...TIMES)),
    why: 'An alert has a name and no id. Identity: organization, stream, name and the times of what it found. Without times, only the very delivery identifies it.',
  },
}
