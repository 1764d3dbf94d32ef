import { valueAt } from '../../../fields.ts'
import { textOf } from '../../../text.ts'
import { hashOf, hashOfShared } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is } from '../recognition.ts'
import { when } from '../state.ts'

/** An event in the format of PagerDuty's Events API v2, which many tools can send to any address. */
export const pagerDutyEvent: Product = {
  id: 'pagerduty_event',
  name: 'PagerDuty event',
  source: 'https://developer.pagerduty.com/docs/send-alert-event',
  forms: [
    [
      is('event_action', 'trigger', 'acknowledge', 'resolve'),
      hasOneOf('payload.summary', 'dedup_key'),
      has('routing_key'),
    ],
  ],
  title: ['payload.summary'],
  titleStandIn: ['PagerDuty event {dedup_key}', 'PagerDuty event'],
  description: ['payload.custom_details.description', 'payload.summary'],
  severity: [word('payload.severity')],
  sourceSystem: (alert) => valueAt(alert, 'client'),
  time: ['payload.timestamp'],
  systems: ['payload.source'],
  identity: {
    of: (alert) => (textOf(valueAt(alert, 'payload.timestamp')) === null ? null : ofEvent(alert)),
    closes: (alert) => (has('dedup_key').holds(alert) ? byKey(alert) : null),
    why: 'The id is not unique: dedup_key is used again after a resolution. Identity: dedup_key, time, summary and source. Without a time, only the very delivery identifies an event. Acknowledgement and resolution find their alert by dedup_key.',
  },
  state: [
    when('event_action', ['resolve'], 'resolved'),
    when('event_action', ['acknowledge'], 'informational'),
  ],
}

const ofEvent = hashOf('dedup_key', 'payload.timestamp', 'payload.summary', 'payload.source')
const byKey = hashOfShared('dedup_key')
