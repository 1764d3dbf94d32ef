import { own } from '../../own.ts'
import { firstWord, type Severity, severityOfNumber } from '../../severity.ts'
import type { Product } from './product.ts'

/** An alert of CrowdStrike's Alerts API. */
export const crowdstrikeAlert: Product = {
  id: 'crowdstrike_alert',
  name: 'CrowdStrike alert',
  detect: (body) => own(body, 'composite_id') !== undefined && own(body, 'cid') !== undefined,
  read: (body) => {
    const word = firstWord(own(body, 'severity_name'))
    return {
      title: [{ field: 'display_name', value: own(body, 'display_name') }],
      description: [own(body, 'description')],
      severity: word === 'unknown' ? crowdstrikeScore(own(body, 'severity')) : word,
      sourceSystem: ['CrowdStrike Falcon'],
      externalId: [own(body, 'composite_id')],
      occurredAt: [own(body, 'timestamp')],
      affectedSystems: [own(body, 'device', 'hostname')],
    }
  },
}

/** CrowdStrike's scale of 0 to 100: medium from 40, high from 60, critical from 80. */
export function crowdstrikeScore(value: unknown): Severity {
  return severityOfNumber(value, SCORES) ?? 'unknown'
}

const SCORES = [
  { from: 0, severity: 'low' },
  { from: 40, severity: 'medium' },
  { from: 60, severity: 'high' },
  { from: 80, severity: 'critical' },
] as const
