import { idAnd } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'

/** An alert of TEHTRIS EDR. Its level is a number whose scale is not published. */
export const tehtris: Product = {
  id: 'tehtris',
  name: 'TEHTRIS EDR',
  source: 'SEKOIA-IO/intake-formats, Tehtris/tehtris-edr/tests',
  forms: [[has('rflId'), has('eventName'), has('lvl'), hasOneOf('egKBId', 'hostname__'), has('description')]],
  title: [{ path: 'description', part: /^\s*([^\n]+)/ }, 'eventName'],
  description: ['description', 'cmdline'],
  severity: [],
  time: ['time', 'atime'],
  systems: ['hostname__'],
  identity: {
    of: idAnd('id', 'uid', 'egKBId', 'time'),
    why: 'The id is not unique: each appliance counts its own numbers. Identity: id, computer, rule and time.',
  },
}
