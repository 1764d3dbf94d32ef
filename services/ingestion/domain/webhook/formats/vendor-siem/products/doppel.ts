import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { when } from '../state.ts'

/** An alert of Doppel: a domain, an account or an app that imitates a brand. */
export const doppel: Product = {
  id: 'doppel',
  name: 'Doppel',
  source: 'elastic/integrations, packages/doppel, data stream alerts',
  forms: [[has('doppel_link'), has('entity'), hasOneOf('queue_state', 'entity_state', 'brand')]],
  title: ['{product}: {entity}', 'entity'],
  description: ['message', 'notes'],
  severity: [word('severity')],
  time: ['created_at'],
  systems: ['entity'],
  identity: {
    of: id('doppel_link', 'id'),
    why: 'The id is unique: the address of the alert holds it. A change of the state keeps it.',
  },
  state: [
    when('queue_state', ['archived', 'rejected'], 'suppressed'),
    when('queue_state', ['resolved', 'taken_down'], 'resolved'),
    when('entity_state', ['down'], 'resolved'),
  ],
}
