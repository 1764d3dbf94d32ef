import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, like } from '../recognition.ts'
import { status } from '../state.ts'

/** An incident of Squadcast, as its outgoing webhook of version 1 sends it. */
export const squadcast: Product = {
  id: 'squadcast',
  name: 'Squadcast',
  source: 'https://developers.squadcast.com/outgoing-webhooks/payload/v1/incident-triggered/',
  forms: [
    [
      like('event_type', /^incident_/, 'incident_…'),
      ...[has('id'), has('message'), has('organization.id'), has('service.id')],
    ],
  ],
  title: ['message'],
  description: ['description'],
  severity: [word('tags.severity.value')],
  time: ['created_at'],
  systems: ['service.name'],
  identity: {
    of: id('id'),
    why: 'The id is unique: 24 hexadecimal digits for each incident. Every event about the incident repeats it.',
  },
  state: [status('status')],
}
