import { id } from '../identity.ts'
import { scale, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, like } from '../recognition.ts'
import { status, when } from '../state.ts'

/** An alert of Secureworks (Sophos) Taegis XDR, as its API has it. A confirmed attack is open until it is dealt with. */
export const taegis: Product = {
  id: 'taegis',
  name: 'Secureworks Taegis XDR',
  source:
    'demisto/content, Packs/SecureWorks/Integrations/TaegisXDRv2; severities from 0 to 1, of which those from 0.6 are high or critical: https://docs.ctpx.secureworks.com/apis/using_alerts_api/',
  forms: [[like('id', /^alert:\/\//, 'alert://…'), has('metadata.title')]],
  title: ['metadata.title'],
  description: ['metadata.description', 'url'],
  severity: [
    word('metadata.severity'),
    // The other bounds are assumed. No page says that a low severity is mere information.
    scale('metadata.severity', { low: 0, medium: 0.4, high: 0.6, critical: 0.8 }),
  ],
  time: ['metadata.first_seen_at.seconds', 'metadata.created_at.seconds', 'metadata.created_at'],
  systems: ['entities.entities'],
  identity: {
    of: id('id'),
    why: 'The id is unique: it holds the tenant, the detector, the time and a UUID. A change of the status repeats it.',
  },
  state: [
    when('status', ['NOT_ACTIONABLE'], 'closed'),
    when('status', ['TRUE_POSITIVE_BENIGN'], 'false_positive'),
    status('status'),
  ],
}
