import { hashOfShared, id } from '../identity.ts'
import { codes, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is, like } from '../recognition.ts'
import { status, when } from '../state.ts'

const PRIORITIES = { p1: 'critical', p2: 'high', p3: 'medium', p4: 'low', p5: 'low' } as const
const INCIDENT = 'data.resource_data'

/**
 * An incident of Squadcast, as its outgoing webhooks of version 1 and 2 send it; and an event in the format of its incoming
 * webhook, which many tools can send to any address. Only an incident has an id and a time.
 */
export const squadcast: Product = {
  id: 'squadcast',
  name: 'Squadcast',
  source:
    'https://developers.squadcast.com/outgoing-webhooks/payload/v1/incident-triggered/; https://developers.squadcast.com/outgoing-webhooks/payload/v2/incident-acknowledged/; https://developers.squadcast.com/incoming-webhooks/payload-format/',
  forms: [
    [
      like('event_type', /^incident_/, 'incident_…'),
      ...[has('id'), has('message'), has('organization.id'), has('service.id')],
    ],
    [
      like('event.type', /^incident\./, 'incident.…'),
      ...[has(`${INCIDENT}.id`), has(`${INCIDENT}.message`), has(`${INCIDENT}.service.id`)],
    ],
    [is('status', 'trigger', 'resolve'), has('event_id'), has('message'), has('description')],
    [is('status', 'resolve'), has('event_id')],
  ],
  title: ['message', `${INCIDENT}.message`],
  titleStandIn: ['Squadcast event {event_id}'],
  description: ['description', `${INCIDENT}.description`],
  severity: [
    word('tags.severity.value', 'tags.severity', `${INCIDENT}.tags.severity.value`),
    codes('priority', PRIORITIES),
    codes(`${INCIDENT}.priority`, PRIORITIES),
  ],
  time: ['created_at', `${INCIDENT}.created_at`],
  systems: ['service.name', `${INCIDENT}.service.name`],
  identity: {
    of: (alert) => (isIncident(alert) ? ofIncident(alert) : null),
    closes: (alert) => (isIncident(alert) ? null : byEvent(alert)),
    why: 'The id is unique: 24 hexadecimal digits for each incident. Every event about the incident repeats it. An event of an incoming webhook has only an event_id, which is used again, so only the very delivery identifies it. The end finds its alert by event_id.',
  },
  state: [when('status', ['resolve'], 'resolved'), status('status', `${INCIDENT}.status`)],
}

const isIncident = (alert: unknown): boolean =>
  has('service.id').holds(alert) || has(`${INCIDENT}.id`).holds(alert)
const ofIncident = id(`${INCIDENT}.id`, 'id')
const byEvent = hashOfShared('event_id')
