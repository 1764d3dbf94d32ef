import { own } from '../../own.ts'
import { firstWord } from '../../severity.ts'
import type { Product } from './product.ts'

/** An Elastic Security detection alert: dotted keys, at the root or under `_source`; its fields API wraps values in arrays. */
export const elasticSecurity: Product = {
  id: 'elastic_security',
  name: 'Elastic Security',
  detect: (body) => alertOf(body) !== undefined,
  read: (body) => {
    const alert = alertOf(body)
    return {
      title: [{ field: 'kibana.alert.rule.name', value: one(alert, 'kibana.alert.rule.name') }],
      description: [one(alert, 'kibana.alert.reason')],
      severity: firstWord(one(alert, 'kibana.alert.severity'), one(alert, 'kibana.alert.rule.severity')),
      sourceSystem: ['Elastic Security'],
      externalId: [one(alert, 'kibana.alert.uuid')],
      occurredAt: [one(alert, 'kibana.alert.original_time'), one(alert, '@timestamp')],
      affectedSystems: [own(alert, 'host', 'name') ?? one(alert, 'host.name')],
    }
  },
}

function alertOf(body: unknown): unknown {
  return [body, own(body, '_source')].find((candidate) =>
    ['kibana.alert.uuid', 'kibana.alert.rule.name'].every((key) => one(candidate, key) !== undefined),
  )
}

function one(alert: unknown, key: string): unknown {
  const value = own(alert, key)
  return Array.isArray(value) ? (value[0] ?? undefined) : value
}
