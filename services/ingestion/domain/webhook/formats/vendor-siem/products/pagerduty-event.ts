import { valueAt } from '../../../fields.ts'
import { hashOf, hashOfShared, requiring } from '../identity.ts'
import { word } from '../levels.ts'
import { fixed, type Product } from '../product.ts'
import { has, hasOneOf, is, object } from '../recognition.ts'
import { when } from '../state.ts'

/** An event in the format of PagerDuty's Events API v2 or v1, which many tools can send to any address. Only v2 has a grade and a time. */
export const pagerDutyEvent: Product = {
  id: 'pagerduty_event',
  name: 'PagerDuty event',
  source:
    'https://developer.pagerduty.com/docs/send-alert-event; https://developer.pagerduty.com/docs/events-api-v1-overview; templates of v1: https://developer.broadcom.com/xapis/vmware-aria-operations-for-logs/latest/data-structures/WebhookPayloadTemplate; spikehq/docs.spike.sh, integrations-guideline/integrate-spike-with-appdynamics.md',
  forms: [
    [
      is('event_action', 'trigger', 'acknowledge', 'resolve'),
      hasOneOf('payload.summary', 'dedup_key'),
      has('routing_key'),
    ],
    [is('event_type', 'trigger', 'acknowledge', 'resolve'), hasOneOf('incident_key', 'service_key')],
    // Senders that leave the service's key to the address.
    [is('event_type', 'trigger'), has('description'), has('client'), object('details')],
  ],
  title: ['payload.summary', 'description'],
  titleStandIn: [
    'PagerDuty event {dedup_key}',
    'PagerDuty event {incident_key}',
    fixed('PagerDuty event', 'payload.summary'),
  ],
  description: ['payload.custom_details.description', 'payload.summary', 'details.description'],
  severity: [word('payload.severity', 'details.severity')],
  sourceSystem: (alert) => valueAt(alert, 'client'),
  time: ['payload.timestamp'],
  systems: ['payload.source'],
  identity: {
    of: requiring(
      ['payload.timestamp'],
      hashOf('dedup_key', 'payload.timestamp', 'payload.summary', 'payload.source'),
    ),
    closes,
    unmatched: 'An event without a key has nothing in common with its resolution.',
    why: 'The id is not unique: dedup_key is used again after a resolution. Identity: dedup_key, time, summary and source. Without a time, which version 1 never has, only the very delivery identifies an event. Acknowledgement and resolution find their alert by dedup_key, in version 1 by service and incident_key.',
  },
  state: [
    when('event_action', ['resolve'], 'resolved'),
    when('event_action', ['acknowledge'], 'informational'),
    when('event_type', ['resolve'], 'resolved'),
    when('event_type', ['acknowledge'], 'informational'),
  ],
}

const byKey = hashOfShared('dedup_key')
const byIncident = hashOfShared('service_key', 'incident_key')

function closes(alert: unknown): string | null {
  if (has('dedup_key').holds(alert)) return byKey(alert)
  return has('incident_key').holds(alert) ? byIncident(alert) : null
}
