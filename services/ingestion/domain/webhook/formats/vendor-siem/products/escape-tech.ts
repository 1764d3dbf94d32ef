import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { status } from '../state.ts'

/** An issue that Escape found in an API or an application. */
export const escapeTech: Product = {
  id: 'escape',
  name: 'Escape',
  source: 'https://docs.escape.tech/documentation/governance/workflows/webhook',
  forms: [[has('id'), has('fullName'), has('severity'), hasOneOf('alertUid', 'securityTestUid')]],
  title: ['{name} on {asset.name}', 'name', 'fullName'],
  description: ['context', 'fullName'],
  severity: [word('severity')],
  time: ['createdAt'],
  systems: ['asset.name'],
  identity: {
    of: id('id'),
    why: 'The id is unique: a UUID for each issue. A change of the status keeps it.',
  },
  state: [status('status')],
}
