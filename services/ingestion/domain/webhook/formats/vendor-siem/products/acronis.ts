import { id } from '../identity.ts'
import { codes, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, object } from '../recognition.ts'

/** An alert of Acronis Cyber Protect Cloud, as its Alert Manager takes and gives it. */
export const acronis: Product = {
  id: 'acronis',
  name: 'Acronis Cyber Protect Cloud',
  source:
    'https://developer.acronis.com/doc/alerts/v1/reference/llms.txt; https://developer.acronis.com/doc/connector/managing-alerts/reporting-alerts/index.html',
  forms: [
    [object('details'), has('type'), has('_source'), has('createdAt')],
    [object('details'), has('type'), has('tenantID'), hasOneOf('category', 'severity')],
  ],
  title: [
    '{details.title}: {details.resourceName}',
    'details.title',
    '{type}: {details.resourceName}',
    'type',
  ],
  description: ['details.description'],
  severity: [codes('severity', { ok: 'informational', error: 'high' }), word('severity')],
  time: ['createdAt'],
  systems: ['details.resourceName'],
  identity: {
    of: id('id'),
    why: 'The id is unique: a UUID for each alert. An alert that Acronis has not received yet can have none: then its content identifies it.',
  },
}
