import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'
import { status } from '../state.ts'

/** An alert of Metlo, which watches APIs. */
export const metlo: Product = {
  id: 'metlo',
  name: 'Metlo',
  source: 'https://docs.metlo.com/settings/webhooks',
  forms: [[has('alert.uuid'), has('alert.type'), has('alert.apiEndpointUuid'), has('meta.host')]],
  title: [
    '{alert.type}: {alert.apiEndpoint.method} {alert.apiEndpoint.host}{alert.apiEndpoint.path}',
    '{alert.type} on {meta.host}',
  ],
  description: ['alert.description'],
  severity: [word('alert.riskScore')],
  time: ['alert.createdAt'],
  systems: ['alert.apiEndpoint.host'],
  identity: {
    of: id('alert.uuid'),
    why: 'The id is unique: a UUID for each alert. A change of its status repeats it.',
  },
  state: [status('alert.status')],
}
