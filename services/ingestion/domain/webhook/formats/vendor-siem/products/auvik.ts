import { hashOfShared, id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { status } from '../state.ts'

/** An alert of Auvik. */
export const auvik: Product = {
  id: 'auvik',
  name: 'Auvik',
  source: 'https://support.auvik.com/hc/en-us/articles/360048647112-How-do-I-interpret-webhook-notifications',
  forms: [
    [
      has('alertId'),
      has('alertName'),
      has('entityName'),
      hasOneOf('alertSeverityString', 'alertStatusString'),
    ],
  ],
  // The subject is the same for all: 'You have a new alert!'.
  title: ['{alertName}: {entityName}', 'alertName'],
  description: ['alertDescription', 'alertName'],
  severity: [word('alertSeverityString')],
  time: ['date'],
  systems: ['entityName'],
  identity: {
    of: id('alertId'),
    closes: hashOfShared('companyId', 'entityId', 'alertName'),
    why: 'The id is unique: one for each alert. It is not documented whether the end repeats it. The end finds its alert by company, entity and rule.',
  },
  state: [status('alertStatusString')],
}
