import { idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { status } from '../state.ts'

/** An alert of Armis Centrix. */
export const armis: Product = {
  id: 'armis',
  name: 'Armis',
  source: 'elastic/integrations, packages/armis, data stream alert',
  forms: [
    [
      ...[has('alertId'), has('title'), has('deviceIds'), has('severity')],
      hasOneOf('policyTitle', 'activityUUIDs', 'affectedDevicesCount'),
    ],
  ],
  title: ['title', 'policyTitle'],
  description: ['description', '{policyTitle}: {classification}'],
  severity: [word('severity')],
  time: ['time'],
  systems: ['destinationEndpoints', 'sourceEndpoints'],
  identity: {
    of: idAnd('alertId', 'policyId', 'time'),
    why: 'The id is not unique: each tenant counts its alerts. Identity: id, policy and time. A change of the status keeps them.',
  },
  state: [status('status')],
}
