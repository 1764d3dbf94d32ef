import { idAnd } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is } from '../recognition.ts'
import { endedAt, status, when } from '../state.ts'

/** An incident of Better Stack (Better Uptime), as its outgoing webhook sends it. It is not graded. */
export const betterStack: Product = {
  id: 'better_stack',
  name: 'Better Stack',
  source: 'https://betterstack.com/docs/uptime/webhooks/',
  forms: [
    [
      ...[is('data.type', 'incident'), has('data.id'), has('data.attributes.started_at')],
      hasOneOf('data.attributes.cause', 'data.attributes.name'),
    ],
  ],
  title: ['{data.attributes.name}: {data.attributes.cause}', 'data.attributes.name', 'data.attributes.cause'],
  description: ['data.attributes.cause', 'data.attributes.url'],
  severity: [],
  time: ['data.attributes.started_at'],
  systems: ['data.attributes.url'],
  identity: {
    of: idAnd('data.id', 'data.attributes.started_at'),
    why: 'The id is unique: the number of the incident. Identity: id and the start. Acknowledgement and resolution repeat both. An incident that is opened again has another start.',
  },
  state: [
    endedAt('data.attributes.resolved_at', 'resolved', 'data.attributes.status'),
    status('data.attributes.status'),
    when('event', ['incident_resolved'], 'resolved'),
    when('event', ['comment'], 'informational'),
  ],
}
