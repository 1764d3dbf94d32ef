import { id } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, numeric } from '../recognition.ts'
import { status } from '../state.ts'

/** An incident of Zenduty, as an outgoing webhook sends it. */
export const zenduty: Product = {
  id: 'zenduty',
  name: 'Zenduty',
  source: 'Zenduty/docs, docs/OutgoingWebhooks.md',
  forms: [
    [
      ...[has('payload.event_type'), numeric('payload.incident.incident_number')],
      ...[has('payload.incident.unique_id'), has('payload.incident.title')],
    ],
  ],
  title: ['payload.incident.title'],
  description: ['payload.incident.summary'],
  severity: [codes('payload.incident.urgency', { '1': 'high', '0': 'low' })],
  time: ['payload.incident.creation_date'],
  systems: ['payload.incident.service.name'],
  identity: {
    of: id('payload.incident.unique_id'),
    why: 'The id is unique: a random id for each incident. Its acknowledgement and its end repeat it.',
  },
  state: [status('payload.event_type')],
}
