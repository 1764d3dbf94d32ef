import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { hashOf, id } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, like } from '../recognition.ts'
import { rule, type State } from '../state.ts'

/** An event of a service of Render. Only failures are alerts. They are not graded. */
export const render: Product = {
  id: 'render',
  name: 'Render',
  source:
    'https://render.com/docs/webhooks; https://render.com/changelog/webhooks-for-completed-actions-now-include-the-actions-result; spikehq/docs.spike.sh, integrations-guideline/integrate-spike-with-render.md',
  forms: [[like('data.id', /^evt-/, 'evt-…'), has('data.serviceId'), has('type'), has('timestamp')]],
  title: [
    '{data.serviceName}: {type}, {data.status}',
    '{data.serviceName}: {type}',
    '{data.serviceId}: {type}',
  ],
  severity: [],
  time: ['timestamp'],
  systems: ['data.serviceName', 'data.serviceId'],
  identity: {
    of: id('data.id'),
    closes: (event) => (kindOf(event) === '' ? null : `${ofService(event)}:${kindOf(event)}`),
    why: 'The id is unique: evt- and a random text for each event. A later event that says that the same went well finds its alert by service and kind.',
  },
  state: [rule(stateOf, 'data.status', 'type')],
}

const ofService = hashOf('data.serviceId')

/** What the event is about: `deploy` of `deploy_ended`, `server` of `server_failed`. */
const kindOf = (event: unknown) => /^[a-z_]+(?=_[a-z]+$)/i.exec(plainText(valueAt(event, 'type')))?.[0] ?? ''

function stateOf(event: unknown): State | null {
  const type = plainText(valueAt(event, 'type')).toLowerCase()
  const status = plainText(valueAt(event, 'data.status')).toLowerCase()
  if (/_(?:failed|failure|unavailable|unhealthy|exhausted|stale)$/.test(type)) return null
  if (type.endsWith('_available')) return 'resolved'
  if (!type.endsWith('_ended')) return 'informational'
  if (status === 'succeeded') return 'passed'
  return status === 'failed' || status === '' ? null : 'informational'
}
