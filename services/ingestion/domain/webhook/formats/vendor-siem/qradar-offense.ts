import { integer, own } from '../../own.ts'
import { severityOfNumber } from '../../severity.ts'
import { textOf } from '../../text.ts'
import type { Product } from './product.ts'

/** An offense of IBM QRadar's SIEM API. Offense ids are unique within a domain only. */
export const qradarOffense: Product = {
  id: 'qradar_offense',
  name: 'IBM QRadar offense',
  detect: (body) =>
    ['magnitude', 'credibility', 'id'].every((key) => integer(own(body, key)) !== null) &&
    own(body, 'offense_type') !== undefined,
  read: (body) => ({
    title: [{ field: 'description', value: own(body, 'description') }],
    description: [own(body, 'description')],
    severity: severityOfNumber(own(body, 'magnitude'), MAGNITUDES) ?? 'unknown',
    sourceSystem: ['IBM QRadar'],
    externalId: [`${textOf(own(body, 'domain_id')) ?? '0'}:${textOf(own(body, 'id'))}`],
    occurredAt: [own(body, 'start_time')],
  }),
}

const MAGNITUDES = [
  { from: 0, severity: 'low' },
  { from: 4, severity: 'medium' },
  { from: 7, severity: 'high' },
  { from: 9, severity: 'critical' },
] as const
