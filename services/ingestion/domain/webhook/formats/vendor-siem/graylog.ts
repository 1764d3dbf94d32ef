import { id } from './identity.ts'
import { scale } from './levels.ts'
import type { Product } from './product.ts'
import { has, hasOneOf } from './recognition.ts'

/** What Graylog's HTTP notification sends for an event. */
export const graylog: Product = {
  id: 'graylog',
  name: 'Graylog',
  source: 'https://go2docs.graylog.org/current/interacting_with_your_log_data/notifications.html',
  forms: [[has('event_definition_id'), hasOneOf('event.id', 'event.timestamp')]],
  title: ['event_definition_title', 'event.message'],
  titleStandIn: ['Graylog event {event.id}'],
  description: ['event.message', 'event_definition_description'],
  severity: [scale('event.priority', { low: 1, medium: 2, high: 3, critical: 4 })],
  time: ['event.timestamp', 'event.timestamp_processing'],
  systems: ['event.source'],
  identity: { of: id('event.id'), why: 'Not shared: a ULID that Graylog makes for each event.' },
}
