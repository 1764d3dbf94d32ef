import { isObject, own } from '../../own.ts'
import { firstWord } from '../../severity.ts'
import type { Product } from './product.ts'

/** A Wazuh 5 finding (Wazuh Common Schema). `event.id` may be absent. */
export const wazuh5: Product = {
  id: 'wazuh_5',
  name: 'Wazuh 5',
  detect: (body) => isObject(own(body, 'wazuh', 'rule')) && own(body, '@timestamp') !== undefined,
  read: (body) => ({
    title: [{ field: 'wazuh.rule.title', value: own(body, 'wazuh', 'rule', 'title') }],
    description: [own(body, 'event', 'original')],
    severity: firstWord(own(body, 'wazuh', 'rule', 'level'), own(body, 'wazuh', 'rule', 'severity')),
    sourceSystem: ['Wazuh'],
    externalId: [own(body, 'event', 'id')],
    occurredAt: [own(body, '@timestamp')],
    affectedSystems: [own(body, 'wazuh', 'agent', 'name') ?? own(body, 'agent', 'name')],
  }),
}
