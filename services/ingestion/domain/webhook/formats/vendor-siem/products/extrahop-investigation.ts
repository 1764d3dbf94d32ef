import { idAnd } from '../identity.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'
import { status } from '../state.ts'

/** An investigation of ExtraHop, which collects detections. It is not graded. */
export const extraHopInvestigation: Product = {
  id: 'extrahop_investigation',
  name: 'ExtraHop investigation',
  source: 'elastic/integrations, packages/extrahop, data stream investigation',
  forms: [
    [
      ...[has('name'), has('status'), has('creation_time'), has('last_interaction_time')],
      ...[has('is_user_created'), has('url')],
    ],
  ],
  title: ['name'],
  description: ['description', 'notes'],
  severity: [],
  time: ['start_time', 'creation_time'],
  identity: {
    of: idAnd('id', 'url', 'creation_time'),
    why: 'The id is not unique: each console counts its investigations. Identity: number, address and creation. A change of its status repeats them.',
  },
  state: [status('status')],
}
