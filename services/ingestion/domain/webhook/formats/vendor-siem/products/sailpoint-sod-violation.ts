import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { status } from '../state.ts'

/** A violation of the separation of duties, from the event triggers of SailPoint Identity Security Cloud. */
export const sailPointSodViolation: Product = {
  id: 'sailpoint_sod_violation',
  name: 'SailPoint Identity Security Cloud',
  source:
    'https://developer.sailpoint.com/docs/tools/sdk/python/triggers/models/sod-violation-created-payload',
  forms: [[is('policy.type', 'SOD'), has('id'), has('level'), has('created'), has('target.id')]],
  title: ['name'],
  titleStandIn: ['Violation of the separation of duties {id}'],
  severity: [word('level')],
  time: ['created', 'last_evaluated_date'],
  systems: ['target.name', 'target.id'],
  identity: {
    of: id('id'),
    why: 'The id is unique: the UUID of the violation. A change of its status repeats it.',
  },
  state: [status('status')],
}
