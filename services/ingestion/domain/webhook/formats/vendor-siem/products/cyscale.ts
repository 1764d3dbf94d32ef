import { hashOf } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'
import { status } from '../state.ts'

/** An alert of Cyscale: a control that an asset of a cloud account does not meet. */
export const cyscale: Product = {
  id: 'cyscale',
  name: 'Cyscale',
  source: 'cyscale/docs.cyscale.com, docs/integrations/webhook.md',
  forms: [[has('controlName'), has('controlID'), has('cloudAccountID'), has('createdAtTimestamp')]],
  title: ['{controlName}: {assetName}', 'controlName'],
  severity: [word('severity')],
  time: ['createdAtTimestamp'],
  systems: ['assetName', 'cloudAccountName'],
  identity: {
    of: hashOf('accountID', 'controlID', 'cloudAccountID', 'assetID', 'createdAtTimestamp'),
    why: 'An alert has no id. Identity: account, control, cloud account, asset and the time it was created.',
  },
  state: [status('status')],
}
