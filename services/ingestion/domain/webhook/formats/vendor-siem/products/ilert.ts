import { hashOfShared, id } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is } from '../recognition.ts'
import { status, when } from '../state.ts'

/**
 * An alert of ilert, as the webhook of an alert action sends it; and an event in the format of its API, which many tools can
 * send to any address.
 */
export const ilert: Product = {
  id: 'ilert',
  name: 'ilert',
  source:
    'iLert/docs, integrations/outbound-integrations/webhook.md and the templates of inbound integrations; https://api.ilert.com/api-docs/#tag/events',
  forms: [
    [
      ...[has('alertSource.id'), has('alertSource.name'), is('status', 'PENDING', 'ACCEPTED', 'RESOLVED')],
      ...[has('reportTime'), has('summary'), has('id')],
    ],
    [
      is('eventType', 'ALERT', 'ACCEPT', 'RESOLVE'),
      hasOneOf('summary', 'apiKey'),
      hasOneOf('alertKey', 'apiKey'),
    ],
  ],
  title: ['summary'],
  titleStandIn: ['Alert of {alertSource.name}', 'ilert event {alertKey}'],
  description: ['details'],
  severity: [codes('priority', { high: 'high', low: 'low' })],
  time: ['reportTime'],
  identity: {
    of: (alert) => (isEvent(alert) ? null : ofAlert(alert)),
    closes: (alert) => (isEvent(alert) && has('alertKey').holds(alert) ? byKey(alert) : null),
    why: 'The id is unique: the number of an alert. Its acknowledgement and its end repeat it. An event of the API has no time, and its key is used again, so only the very delivery identifies it. The end finds its alert by alertKey.',
  },
  state: [
    when('eventType', ['RESOLVE'], 'resolved'),
    when('eventType', ['ACCEPT'], 'informational'),
    status('status'),
  ],
}

const isEvent = (alert: unknown): boolean => !has('alertSource.id').holds(alert)
const ofAlert = id('id')
const byKey = hashOfShared('alertKey')
