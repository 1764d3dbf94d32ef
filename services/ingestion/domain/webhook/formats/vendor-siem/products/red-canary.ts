import { idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { status } from '../state.ts'

/** A threat that Red Canary confirmed. */
export const redCanary: Product = {
  id: 'red_canary',
  name: 'Red Canary',
  source: 'demisto/content, Packs/RedCanary/Integrations/RedCanary/TestData/detection.json',
  forms: [[is('type', 'Detection'), has('attributes.headline'), has('attributes.severity'), has('id')]],
  title: ['attributes.headline'],
  description: ['attributes.summary', 'attributes.classification.superclassification'],
  severity: [word('attributes.severity')],
  time: ['attributes.time_of_occurrence', 'attributes.confirmed_at'],
  systems: ['hostname', 'attributes.hostname'],
  identity: {
    of: idAnd('id', 'attributes.headline', 'attributes.confirmed_at'),
    why: 'The id is not unique: each customer counts its own numbers. Identity: id, the headline, which holds the customer, and the time of confirmation. The remediation repeats them.',
  },
  state: [status('attributes.last_remediated_status.remediation_state')],
}
