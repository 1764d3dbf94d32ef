import { hashOfShared, id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { when } from '../state.ts'

/**
 * A notification of Langfuse: an alert (formerly a monitor) on cost, latency or scores of an LLM application, or a project event
 * such as a blocked evaluator or a failed export.
 */
export const langfuse: Product = {
  id: 'langfuse',
  name: 'Langfuse',
  source:
    'https://langfuse.com/docs/metrics/features/alerts#automations-webhook-payload; langfuse/langfuse, packages/shared/src/server/notifications/types.ts',
  forms: [
    [is('type', 'monitor-alert'), has('payload.monitorId'), has('payload.message.title')],
    [
      is('type', 'project-notification'),
      has('event.eventType'),
      has('event.message'),
      has('event.projectId'),
    ],
  ],
  title: ['payload.message.title', '{event.projectName}: {event.message}', 'event.message'],
  description: ['payload.message.body', '{event.eventType}: {event.resourceName}'],
  // WARNING and ALERT are the crossed thresholds. NO_DATA is sent only if the alert is configured for it.
  severity: [word('payload.severity'), word('event.severity')],
  time: ['payload.timestamp', 'timestamp'],
  identity: {
    of: id('id'),
    why: 'The id is unique: a UUID for each notification. An alert that persists sends one at each interval that is set for it. The recovery finds its alert by project and alert.',
    closes: (alert) => (has('payload').holds(alert) ? ofMonitor(alert) : null),
  },
  state: [when('payload.severity', ['OK'], 'resolved')],
}

const ofMonitor = hashOfShared('payload.projectId', 'payload.monitorId')
