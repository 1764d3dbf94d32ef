import { idAnd } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'
import { status } from '../state.ts'

/** An alert of Cyberint Argos (Check Point External Risk Management). */
export const cyberint: Product = {
  id: 'cyberint',
  name: 'Cyberint',
  source: 'demisto/content, Packs/Cyberint/Integrations/Cyberint/test_data',
  forms: [
    [
      has('ref_id'),
      has('environment'),
      has('source_category'),
      has('confidence'),
      has('title'),
      has('severity'),
    ],
  ],
  title: ['title'],
  description: ['description', 'recommendation'],
  severity: [codes('severity', { very_high: 'critical', high: 'high', medium: 'medium', low: 'low' })],
  time: ['created_date', 'publish_date'],
  systems: ['alert_data.designated_url', 'alert_data.url', 'alert_data.domain'],
  identity: {
    of: idAnd('ref_id', 'environment'),
    why: 'The id is not unique: each environment counts its alerts (ARG-3). Identity: number and environment. A change of the status keeps both.',
  },
  state: [status('status')],
}
