import { valueAt } from '../../../fields.ts'
import { idAnd, idAt } from '../identity.ts'
import { codes, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { hasOneOf, is, object } from '../recognition.ts'
import { status, when } from '../state.ts'

const [ID, KEY, CREATED] = ['data.alert.id', 'data.alert.key', 'data.alert.createdAt']
const REPO = 'data.alert.locations.repo'
const ofId = idAnd(ID, CREATED)
/** It is not documented whether two repositories can share the key. */
const ofKey = idAnd(KEY, CREATED, REPO)
const ofUntimed = idAnd([ID, KEY], 'timestamp', REPO)
const keyAndRepo = idAnd(KEY, REPO)

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
    of: identityOf,
    closes: (event) => idAt(event, [ID]) ?? (idAt(event, [KEY]) === null ? null : keyAndRepo(event)),
    why: "The id is 'a stable alert ID', but it is not documented whether an alert that comes back keeps it. Identity: id, or else key and repository, and the time it was created; without that time, that of the event of its creation. Updates and the clearing repeat id and time; the clearing finds its alert by the id, too.",
  },
  state: [when('type', ['alert:cleared'], 'resolved'), status('data.alert.status')],
}

function identityOf(event: unknown): string {
  const untimed = valueAt(event, 'type') === 'alert:created' && idAt(event, [CREATED]) === null
  if (untimed) return ofUntimed(event)
  return idAt(event, [ID]) === null ? ofKey(event) : ofId(event)
}
