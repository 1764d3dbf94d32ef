import { hashOf } from '../identity.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'
import { when } from '../state.ts'

/** An alert of Braintrust on the logs of an AI application, or on a change of an environment. It is not graded. */
export const braintrust: Product = {
  id: 'braintrust',
  name: 'Braintrust',
  source: 'https://www.braintrust.dev/docs/admin/automations/alerts#webhook-payload',
  forms: [
    [has('automation.id'), has('automation.name'), has('organization.id'), has('details'), has('project.id')],
  ],
  title: ['details.message', 'automation.name'],
  description: ['automation.description', 'details.related_logs_url'],
  severity: [],
  time: ['details.time_end', 'details.time_start'],
  systems: ['project.name'],
  identity: {
    of: hashOf('organization.id', 'project.id', 'automation.id', 'details'),
    why: 'The id is not unique: it is the rule’s. Identity: organization, project, rule and what was found, with its times.',
  },
  state: [when('details.is_test', [true], 'informational')],
}
