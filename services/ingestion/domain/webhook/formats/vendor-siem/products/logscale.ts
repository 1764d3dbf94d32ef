import { hashOf } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'

/** An alert of CrowdStrike Falcon LogScale (Humio), with the default message of its webhook action. It is not graded. */
export const logScale: Product = {
  id: 'logscale',
  name: 'CrowdStrike Falcon LogScale',
  source:
    'https://docs.humio.com/docs/actions/message-template/, its variables; the default body_template in the source of the Terraform provider for Humio',
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
    why: 'The id is not unique: it is that of the rule. Identity: repository, rule, the time at which it was triggered, and the events.',
  },
}
