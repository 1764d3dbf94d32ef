import { valueAt } from '../../../fields.ts'
import { decimal } from '../../../own.ts'
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
    'demisto/content, Packs/SecureWorks/Integrations/TaegisXDRv2; severities: documentation of Taegis XDR, alert severity',
  forms: [[like('id', /^alert:\/\//, 'alert://…'), has('metadata.title')]],
  title: ['metadata.title'],
  description: ['metadata.description', 'url'],
  severity: [
    word('metadata.severity'),
    isInformation,
    scale('metadata.severity', { low: 0.2, medium: 0.4, high: 0.6, critical: 0.8 }),
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

/** Taegis grades from 0 to 1; below 0.2 is information. */
function isInformation(alert: unknown): 'informational' | null {
  const severity = decimal(valueAt(alert, 'metadata.severity'))
  return severity !== null && severity >= 0 && severity < 0.2 ? 'informational' : null
}
