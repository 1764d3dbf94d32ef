import { hashOf } from './identity.ts'
import type { Product } from './product.ts'
import { has, hasOneOf } from './recognition.ts'

/** An alert of CrowdStrike Falcon LogScale (Humio), with the default message of its webhook action. It is not graded. */
export const logScale: Product = {
  id: 'logscale',
  name: 'CrowdStrike Falcon LogScale',
  source: 'https://library.humio.com/data-analysis/automated-alerts-actions-webhooks.html',
  forms: [
    [
      has('repository'),
      has('alert.name'),
      hasOneOf('alert.notifierID', 'alert.query'),
      hasOneOf('events', 'numberOfEvents'),
    ],
  ],
  title: ['alert.name'],
  description: ['alert.description', 'alert.query.queryString'],
  severity: [],
  time: ['timestamp', 'alert.query.end'],
  identity: {
    of: hashOf('repository', 'alert.id', 'alert.name', 'timestamp', 'events'),
    why: 'Shared: the id is the rule’s. Repository, rule, the time it was triggered and the events are one firing’s.',
  },
}
