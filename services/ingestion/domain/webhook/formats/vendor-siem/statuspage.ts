import { id } from './identity.ts'
import { word } from './levels.ts'
import type { Product } from './product.ts'
import { has, hasOneOf } from './recognition.ts'
import { status, when } from './state.ts'

/** An incident or a maintenance on a status page of Atlassian Statuspage, such as that of a supplier of models. */
export const statuspage: Product = {
  id: 'statuspage',
  name: 'Statuspage',
  source:
    'https://support.atlassian.com/statuspage/docs/enable-webhook-notifications/; zulip/zulip, zerver/webhooks/statuspage/fixtures',
  forms: [
    [
      has('page.id'),
      has('incident.id'),
      has('incident.name'),
      hasOneOf('incident.impact', 'incident.shortlink'),
    ],
  ],
  title: ['incident.name'],
  description: ['incident.incident_updates.body'],
  severity: [word('incident.impact')],
  time: ['incident.created_at', 'incident.updated_at'],
  systems: ['incident.components.name'],
  identity: {
    of: id('incident.id'),
    why: 'Not shared: the id of the incident; every update of it repeats the id.',
  },
  state: [
    when('incident.status', ['postmortem'], 'resolved'),
    when('incident.status', ['scheduled', 'in_progress', 'verifying'], 'informational'),
    status('incident.status'),
  ],
}
