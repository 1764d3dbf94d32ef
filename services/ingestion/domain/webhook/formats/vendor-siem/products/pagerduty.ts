import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { id } from '../identity.ts'
import { codes, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is, like } from '../recognition.ts'
import { rule, status, when } from '../state.ts'

/** PagerDuty's own names of priorities. */
const PRIORITIES = { p1: 'critical', p2: 'high', p3: 'medium', p4: 'low', p5: 'low' } as const

/** An incident of PagerDuty, from its webhooks of version 1, 2 and 3. */
export const pagerDuty: Product = {
  id: 'pagerduty',
  name: 'PagerDuty',
  source:
    'https://developer.pagerduty.com/docs/webhooks-overview; alerta/alerta, tests/test_webhooks.py, pagerduty_alert',
  forms: [
    [
      like('event.event_type', /^incident\./, 'incident.…'),
      hasOneOf('event.data.id', 'event.data.incident.id'),
      hasOneOf('event.resource_type', 'event.data.html_url', 'event.data.urgency'),
    ],
    [
      like('event_type', /^incident\./, 'incident.…'),
      has('data.id'),
      hasOneOf('resource_type', 'data.html_url', 'data.urgency'),
    ],
    [
      like('type', /^incident\./, 'incident.…'),
      has('data.incident.id'),
      hasOneOf('data.incident.incident_number', 'data.incident.html_url', 'data.incident.urgency'),
    ],
    [
      like('event', /^incident\./, 'incident.…'),
      has('incident.id'),
      hasOneOf('incident.incident_number', 'incident.html_url', 'incident.urgency'),
    ],
    [is('event.event_type', 'pagey.ping'), has('event.data.message')],
    [has('incident_key'), has('incident_number'), has('id')],
    [has('incident_number'), has('html_url'), hasOneOf('urgency', 'service'), has('id')],
  ],
  title: [
    ...[
      'event.data.title',
      'data.title',
      'incident.title',
      'title',
      'summary',
      'event.data.incident.summary',
      'event.data.message',
    ],
    ...['data.incident.trigger_summary_data.subject', 'data.incident.trigger_summary_data.description'],
    ...['data.incident.title', 'incident.trigger_summary_data.subject', 'trigger_summary_data.subject'],
  ],
  titleStandIn: [
    'PagerDuty incident {event.data.incident.id}',
    'PagerDuty incident {data.incident.id}',
    'PagerDuty incident {incident.id}',
    'PagerDuty incident {id}',
  ],
  description: ['incident.description', 'data.incident.description', 'description'],
  severity: [
    word('event.data.priority.summary', 'incident.priority.summary', 'priority.summary'),
    codes('event.data.priority.summary', PRIORITIES),
    codes('incident.priority.summary', PRIORITIES),
    word('event.data.urgency', 'data.urgency', 'incident.urgency', 'data.incident.urgency', 'urgency'),
  ],
  time: [
    ...['event.data.created_at', 'data.created_at', 'incident.created_at', 'data.incident.created_on'],
    ...['created_at', 'event.occurred_at', 'occurred_at', 'created_on'],
  ],
  systems: [
    'event.data.service.summary',
    'data.service.summary',
    'incident.service.name',
    'data.incident.service.name',
  ],
  identity: {
    of: id(
      ...['event.data.incident.id', 'event.data.id', 'data.incident.id', 'data.id', 'incident.id', 'id'],
      'event.id',
    ),
    why: 'The id is unique: one for each incident. Every event about an incident repeats it. The ids of events and messages are those of what happened to the incident.',
  },
  state: [
    status('event.data.status', 'data.incident.status', 'data.status', 'incident.status', 'status'),
    rule(resolvedByEvent),
    rule(onlyAbout),
    when('event.event_type', ['pagey.ping'], 'informational'),
  ],
}

/** A note, responder or update names its incident, and opens none. */
function onlyAbout(alert: unknown): 'informational' | null {
  return valueAt(alert, 'event.data.incident.id') === undefined ? null : 'informational'
}

function resolvedByEvent(alert: unknown): 'resolved' | null {
  const event = plainText(valueAt(alert, 'event.event_type', 'event_type', 'type', 'event'))
  return /\.resolved?$/.test(event) ? 'resolved' : null
}
