import { isObject } from '../../../../../../kernel/json/is-object.ts'
import { hashOf, hashOfShared, id, requiring } from '../identity.ts'
import { codes, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { rule, status, when } from '../state.ts'

/** The body of a test of an address: only the event and the time. */
const TEST = {
  needs: 'event and sentAt alone',
  holds: (body: unknown) => isObject(body) && Object.keys(body).length === 2,
}

/** An incident of Soda Cloud, or one result of a data check from a notification (event-lists.ts). */
export const soda: Product = {
  id: 'soda',
  name: 'Soda Cloud',
  source:
    'https://docs.soda.io/reference/webhook-api; sodadata/docs, soda/integrate-webhooks.md, "Event payloads"',
  forms: [
    [is('event', 'incidentCreated', 'incidentUpdated'), has('incident.id'), has('incident.title')],
    [is('sodaEvent', 'checkEvaluation'), has('outcome'), has('id')],
    [is('event', 'validate'), has('sentAt'), TEST],
  ],
  title: [
    'incident.title',
    '{name} of {datasets.name}',
    { path: 'definition', read: (text) => text.split('\n').at(-1) || undefined },
    'Check of {datasets.name}',
  ],
  titleStandIn: ['Check {id}', 'Soda Cloud test of {sentAt}'],
  description: ['incident.description', 'definition'],
  severity: [word('incident.severity'), codes('outcome', { fail: 'high', error: 'high', warn: 'medium' })],
  time: ['incident.createdTimestamp', 'incident.created', 'dataTimestamp', 'sentAt'],
  systems: ['datasets.name', 'incident.checkResults.datasets.name'],
  identity: {
    of: (alert) => (has('incident.id').holds(alert) ? ofIncident(alert) : ofResult(alert)),
    closes: (alert) => (has('outcome').holds(alert) ? ofSubject(alert) : null),
    why: 'The id is unique: one for each incident. Its updates and its end repeat it. The id of a result can be that of the check. Identity of a result: id, outcome, data and their time. Without a time, only the very delivery identifies a result. A pass finds its alert by the id and the data.',
  },
  state: [
    status('incident.status'),
    when('outcome', ['pass'], 'passed'),
    rule((alert) => (is('event', 'validate').holds(alert) ? 'informational' : null)),
  ],
}

const ofSubject = hashOfShared('id', 'datasets.id', 'datasets.name')
const ofIncident = id('incident.id')
const ofResult = requiring(
  ['dataTimestamp', 'sentAt'],
  hashOf('id', 'datasets.id', 'datasets.name', 'outcome', 'dataTimestamp', 'sentAt'),
)
