import { id } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'

/** An alert of Intelfinder, as its API gives it. */
export const intelfinder: Product = {
  id: 'intelfinder',
  name: 'Intelfinder',
  source: 'OpenCTI-Platform/connectors, external-import/intelfinder, tests/fixtures and constants.py',
  forms: [[has('update_id'), has('subscription'), has('keyword'), has('added_on'), has('title')]],
  title: ['title'],
  description: ['description', 'details'],
  // Two grades are low, 5 is urgent.
  severity: [codes('priority', { 1: 'low', 2: 'low', 3: 'medium', 4: 'high', 5: 'critical' })],
  time: ['added_on', 'last_update'],
  systems: ['keyword'],
  identity: {
    of: id('_id', 'update_id'),
    why: 'The id is unique: an ObjectId for each alert.',
    unmatched: 'What the numbers of its status mean is not said.',
  },
}
