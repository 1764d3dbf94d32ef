import { joinedOr } from '../identity.ts'
import { scale } from '../levels.ts'
import type { Product } from '../product.ts'
import { hasOneOf, numeric } from '../recognition.ts'
import { status, when } from '../state.ts'

/** An offense of IBM QRadar's SIEM API. */
export const qradarOffense: Product = {
  id: 'qradar_offense',
  name: 'IBM QRadar',
  source: 'https://ibmsecuritydocs.github.io/qradar_api_20.0/20.0--siem-offenses-GET.html',
  forms: [
    [numeric('magnitude'), numeric('credibility'), numeric('id'), hasOneOf('offense_type', 'offense_source')],
  ],
  title: ['description'],
  titleStandIn: ['offense_type_str', 'IBM QRadar offense {id}'],
  description: ['description'],
  severity: [scale('magnitude', { low: 0, medium: 4, high: 7, critical: 9 })],
  time: ['start_time', 'first_persisted_time'],
  identity: {
    of: joinedOr('0', 'id', 'domain_id', 'id'),
    why: 'The id is not unique: ids of offenses are unique within a domain only. Identity: domain and id.',
  },
  // A person hid this offense.
  state: [when('status', ['HIDDEN'], 'suppressed'), status('status')],
}
