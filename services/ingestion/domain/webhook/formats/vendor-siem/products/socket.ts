import { idAnd } from '../identity.ts'
import { codes, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { hasOneOf, is, object } from '../recognition.ts'
import { status, when } from '../state.ts'

/** A security alert about a dependency, from the webhooks of Socket. */
export const socket: Product = {
  id: 'socket',
  name: 'Socket',
  source:
    'https://socket.dev/blog/introducing-webhook-events-for-alert-changes; fields: types of a public receiver of these events; severities: api-evangelist/socket-dev, json-schema/socket-alert-schema.json',
  forms: [
    [
      is('type', 'alert:created', 'alert:updated', 'alert:cleared'),
      object('data.alert'),
      hasOneOf('data.organization', 'schemaType', 'data.alert.locations'),
    ],
  ],
  title: [
    '{data.alert.title}: {data.alert.locations.dependency}',
    'data.alert.title',
    '{data.alert.type} in {data.alert.locations.dependency}',
    'data.alert.type',
  ],
  description: ['data.alert.description', 'data.alert.dashboardUrl'],
  severity: [codes('data.alert.severity', { middle: 'medium' }), word('data.alert.severity')],
  time: ['data.alert.createdAt', 'timestamp'],
  systems: ['data.alert.locations.repo', 'data.alert.locations.repoSlug'],
  identity: {
    of: idAnd(['data.alert.id', 'data.alert.key'], 'data.alert.createdAt'),
    why: "The id is 'a stable alert ID', but it is not documented whether an alert that comes back keeps it. Identity: id and the time it was created. Updates and the clearing repeat them.",
  },
  state: [when('type', ['alert:cleared'], 'resolved'), status('data.alert.status')],
}
