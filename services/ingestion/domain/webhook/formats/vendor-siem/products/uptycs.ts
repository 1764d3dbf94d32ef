import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { status } from '../state.ts'

/** An alert of Uptycs, with the names of its API. */
export const uptycs: Product = {
  id: 'uptycs',
  name: 'Uptycs',
  source: 'spikehq/docs.spike.sh, integrations-guideline/integrate-spike-with-uptycs.md',
  forms: [[has('id'), has('code'), has('assetHostName'), hasOneOf('alertTime', 'assetId')]],
  title: ['description', 'code'],
  description: ['{code}: {key} {value}', 'code'],
  severity: [word('severity')],
  time: ['alertTime'],
  systems: ['assetHostName'],
  identity: {
    of: id('id'),
    why: 'The id is unique: a UUID for each alert. A change of its status repeats it.',
  },
  state: [status('status')],
}
