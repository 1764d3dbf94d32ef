import { id } from './identity.ts'
import { codes, word } from './levels.ts'
import type { Product } from './product.ts'
import { has, is } from './recognition.ts'
import { when } from './state.ts'

/** An incident of FireHydrant; its severities are the customer's, SEV1 the gravest of those that it begins with. */
export const fireHydrant: Product = {
  id: 'firehydrant',
  name: 'FireHydrant',
  source: 'https://docs.firehydrant.com/docs/webhooks',
  forms: [[is('event.resource_type', 'incident'), has('data.incident.id'), has('data.incident.name')]],
  title: ['data.incident.name'],
  description: [
    'data.incident.summary',
    'data.incident.description',
    'data.incident.customer_impact_summary',
  ],
  severity: [
    codes('data.incident.severity', {
      SEV1: 'critical',
      SEV2: 'high',
      SEV3: 'medium',
      SEV4: 'low',
      SEV5: 'low',
    }),
    word('data.incident.severity', 'data.incident.priority'),
  ],
  time: ['data.incident.started_at', 'data.incident.created_at'],
  identity: {
    of: id('data.incident.id'),
    why: 'Not shared: a UUID for each incident; every event about it repeats it, while the number is counted.',
  },
  state: [
    when('data.incident.severity', ['GAMEDAY', 'MAINTENANCE'], 'informational'),
    when('event.operation', ['DELETED', 'ARCHIVED'], 'closed'),
    ...['resolved', 'postmortem_started', 'postmortem_completed', 'closed'].map((milestone) =>
      when('data.incident.current_milestone', [milestone], 'resolved'),
    ),
  ],
}
