import { elements, own } from '../../own.ts'
import { firstWord, type Severity, severityOfNumber } from '../../severity.ts'
import type { Product } from './product.ts'

/** A detection of Google SecOps (Chronicle); `detection` is an object or an array of one. */
export const googleSecops: Product = {
  id: 'google_secops',
  name: 'Google SecOps detection',
  detect: (body) => {
    const type = own(body, 'type')
    const id = own(body, 'id')
    return (
      typeof type === 'string' &&
      type.endsWith('_DETECTION') &&
      typeof id === 'string' &&
      id.startsWith('de_')
    )
  },
  read: (body) => {
    const rule = detectionOf(body)
    return {
      title: [{ field: 'detection.ruleName', value: own(rule, 'ruleName') }],
      description: [own(rule, 'description'), labelOf(rule, 'description')],
      severity: severityOf(rule),
      sourceSystem: ['Google SecOps'],
      externalId: [own(body, 'id')],
      occurredAt: [own(body, 'detectionTime')],
    }
  },
}

function detectionOf(body: unknown): unknown {
  const detection = own(body, 'detection')
  return Array.isArray(detection) ? detection[0] : detection
}

function severityOf(rule: unknown): Severity {
  const word = firstWord(labelOf(rule, 'severity'))
  return word === 'unknown' ? (severityOfNumber(own(rule, 'riskScore'), RISK_SCORES) ?? 'unknown') : word
}

function labelOf(rule: unknown, name: string): unknown {
  return own(
    elements(own(rule, 'ruleLabels')).find((label) => own(label, 'key') === name),
    'value',
  )
}

/** Google's own rules score 35 for low, 65 for medium, 85 for high and 95 for critical; 40 is what an alert has by default. */
const RISK_SCORES = [
  { from: 0, severity: 'low' },
  { from: 40, severity: 'medium' },
  { from: 70, severity: 'high' },
  { from: 90, severity: 'critical' },
] as const
