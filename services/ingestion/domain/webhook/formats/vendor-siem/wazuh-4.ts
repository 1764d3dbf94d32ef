import { integer, isObject, own } from '../../own.ts'
import { type Severity, severityOfNumber } from '../../severity.ts'
import type { Product } from './product.ts'

/** A Wazuh 4 alert as its manager writes it to alerts.json and its integrator hands it over. */
export const wazuh4: Product = {
  id: 'wazuh_4',
  name: 'Wazuh 4',
  detect: (body) =>
    integer(own(body, 'rule', 'level')) !== null &&
    own(body, 'rule', 'id') !== undefined &&
    own(body, 'id') !== undefined &&
    own(body, 'timestamp') !== undefined &&
    ['manager', 'decoder', 'agent'].some((key) => isObject(own(body, key))),
  read: (body) => ({
    title: [{ field: 'rule.description', value: own(body, 'rule', 'description') }],
    description: [own(body, 'full_log')],
    severity: wazuhLevel(own(body, 'rule', 'level')),
    sourceSystem: ['Wazuh'],
    externalId: [own(body, 'id')],
    occurredAt: [own(body, 'timestamp')],
    affectedSystems: [own(body, 'agent', 'name')],
  }),
}

/** Rule levels 0 to 16. */
export function wazuhLevel(level: unknown): Severity {
  return severityOfNumber(level, LEVELS) ?? 'unknown'
}

const LEVELS = [
  { from: 0, severity: 'low' },
  { from: 7, severity: 'medium' },
  { from: 12, severity: 'high' },
  { from: 15, severity: 'critical' },
] as const
