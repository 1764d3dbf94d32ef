import { idAnd } from '../identity.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'
import { when } from '../state.ts'

/** A threat of CylancePROTECT, as its API lists it. Its score rates the file and is no severity. */
export const cylanceProtect: Product = {
  id: 'cylance_protect',
  name: 'CylancePROTECT',
  source: 'rapid7/insightconnect-plugins, plugins/cylance_protect, unit_test',
  forms: [[has('cylance_score'), has('sha256'), has('classification'), has('last_found')]],
  title: ['{classification}: {name}', '{classification}: {sha256}'],
  description: ['sub_classification'],
  severity: [],
  time: ['last_found'],
  identity: {
    of: idAnd('sha256', 'last_found', 'name'),
    why: 'The id is not unique: the hash is the file’s. Identity: hash, file name and the time it was last found.',
  },
  state: [when('safelisted', [true], 'false_positive')],
}
