import { id } from '../identity.ts'
import { scale } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { rule, when } from '../state.ts'

/** The priority of an event, from 1 low to 4 critical. */
const PRIORITIES = { low: 1, medium: 2, high: 3, critical: 4 } as const

/** The body of Graylog's HTTP notification for an event, and the default body of its custom HTTP notification. */
export const graylog: Product = {
  id: 'graylog',
  name: 'Graylog',
  source:
    'https://go2docs.graylog.org/current/interacting_with_your_log_data/notifications.html; Graylog2/graylog2-server, event-notification-types/templates.ts',
  forms: [
    [has('event_definition_id'), hasOneOf('event.id', 'event.timestamp')],
    [has('event_definition_id'), has('event_id'), has('event_priority')],
  ],
  title: ['event_definition_title', 'event_summary_template', 'event.message', 'event_message'],
  titleStandIn: ['Graylog event {event.id}', 'Graylog event {event_id}'],
  description: ['event.message', 'event_message', 'event_definition_description'],
  severity: [scale('event.priority', PRIORITIES), scale('event_priority', PRIORITIES)],
  time: [
    ...['event.timestamp', 'event.timestamp_processing', 'event_timestamp', 'event_timestamp_processing'],
  ],
  systems: ['event.source', 'event_source'],
  identity: {
    of: id('event.id', 'event_id'),
    why: 'The id is unique: a ULID that Graylog makes for each event.',
  },
  // "Execute Test Notification" (Graylog2/graylog2-server, NotificationTestData.java).
  state: [rule(when('event_definition_id', ['NotificationTestId'], 'informational').read)],
}
