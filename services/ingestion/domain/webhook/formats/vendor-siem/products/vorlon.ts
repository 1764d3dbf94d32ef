import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'
import { status } from '../state.ts'

/**
 * An alert of Vorlon about activity between services of an organization. The scale of its severity numbers is not published.
 */
export const vorlon: Product = {
  id: 'vorlon',
  name: 'Vorlon',
  source: 'chronicle/content-hub, response_integrations/third_party/community/vorlon',
  forms: [[has('requesting_service'), has('responding_service'), has('title'), has('severity'), has('id')]],
  title: ['title', 'type'],
  description: ['description'],
  severity: [word('severity')],
  time: ['created'],
  systems: ['requesting_service.name', 'responding_service.name'],
  identity: {
    of: id('id'),
    why: 'The id is unique: one for each alert. A change of its status repeats it.',
  },
  state: [status('status')],
}
