import { hashOf } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, like } from '../recognition.ts'

/** A violation of a threshold, or an error, that Inspector found in an application. It is not graded. */
export const inspectorDev: Product = {
  id: 'inspector_dev',
  name: 'Inspector',
  source: 'https://docs.inspector.dev/concepts/notifications/webhook-channel',
  forms: [
    [
      like('event', /^(?:alert|error)_\w+_notification$/, 'alert_…_notification or error_…_notification'),
      ...[has('application.id'), has('application.name'), has('payload')],
    ],
  ],
  title: ['payload.title', '{payload.class}: {payload.message}', 'payload.message'],
  titleStandIn: ['Inspector {event}'],
  description: ['payload.message'],
  severity: [],
  time: ['payload.violated_at', 'payload.timestamp'],
  systems: ['application.name'],
  identity: {
    of: hashOf('application.id', 'event', 'payload'),
    why: 'The id is not unique: that of an alert can be the rule’s, and an error has none. Identity: application, event and its payload, which holds the time.',
    unmatched: 'No notification tells that a violation is over.',
  },
}
