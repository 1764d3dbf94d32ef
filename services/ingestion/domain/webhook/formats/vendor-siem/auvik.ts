import { hashOf, id } from './identity.ts'
import { word } from './levels.ts'
import type { Product } from './product.ts'
import { has, hasOneOf } from './recognition.ts'
import { status } from './state.ts'

/** An alert of Auvik. */
export const auvik: Product = {
  id: 'auvik',
  name: 'Auvik',
  source: 'https://support.auvik.com/hc/en-us/articles/360031007111, "Sample webhook payload"',
  forms: [
    [
      has('alertId'),
      has('alertName'),
      has('entityName'),
      hasOneOf('alertSeverityString', 'alertStatusString'),
    ],
  ],
  title: ['subject', '{alertName}: {entityName}', 'alertName'],
  description: ['alertDescription', 'alertName'],
  severity: [word('alertSeverityString')],
  time: ['date'],
  systems: ['entityName'],
  identity: {
    of: id('alertId'),
    closes: hashOf('companyId', 'entityId', 'alertName'),
    why: 'Not shared: an id for each alert. Whether its end repeats it is not said: it finds its alert by company, entity and rule.',
  },
  state: [status('alertStatusString')],
}
