import { id } from '../identity.ts'
import { codes, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { when } from '../state.ts'

const SEVERITIES = { SEV1: 'critical', SEV2: 'high', SEV3: 'medium', SEV4: 'low', SEV5: 'low' } as const

/** An incident of FireHydrant. Customers define the severities; of the initial ones SEV1 is the most severe. */
export const fireHydrant: Product = {
  id: 'firehydrant',
  name: 'FireHydrant',
  source:
    'https://fh-docs.netlify.app/docs/integration-guides/creating-webhooks/; api-evangelist/firehydrant, asyncapi/firehydrant-webhooks.yml, its transcript of https://docs.firehydrant.com/docs/webhooks',
  forms: [
    [is('event.resource_type', 'incident'), has('data.incident.id'), has('data.incident.name')],
    [has('data.incident.id'), has('data.incident.name'), has('data.incident.current_milestone')],
  ],
  title: ['data.incident.name'],
  description: [
    'data.incident.summary',
    'data.incident.description',
    'data.incident.customer_impact_summary',
  ],
  severity: [
    codes('data.incident.severity.slug', SEVERITIES),
    codes('data.incident.severity', SEVERITIES),
    ...['data.incident.severity', 'data.incident.priority'].map((path) => word(`${path}.slug`, path)),
  ],
  time: ['data.incident.started_at', 'data.incident.created_at'],
  identity: {
    of: id('data.incident.id'),
    why: 'The id is unique: a UUID for each incident. Every event about the incident repeats it. The number of the incident is not unique: it is counted.',
  },
  state: [
    ...['severity.type', 'severity.slug', 'severity'].map((path) =>
      when(`data.incident.${path}`, ['GAMEDAY', 'MAINTENANCE'], 'informational'),
    ),
    when('event.operation', ['DELETED', 'ARCHIVED'], 'closed'),
    ...['resolved', 'postmortem_started', 'postmortem_completed', 'closed'].map((milestone) =>
      when('data.incident.current_milestone', [milestone], 'resolved'),
    ),
  ],
}
