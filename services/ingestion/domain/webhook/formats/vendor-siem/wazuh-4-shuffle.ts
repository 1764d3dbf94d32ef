import { isObject, own } from '../../own.ts'
import type { Product } from './product.ts'
import { wazuhLevel } from './wazuh-4.ts'

/** A Wazuh 4 alert in the wrapper that its "shuffle" integration sends. Its own `severity` (1 to 3) is not read. */
export const wazuh4Shuffle: Product = {
  id: 'wazuh_4_shuffle',
  name: 'Wazuh 4 ("shuffle" integration)',
  detect: (body) =>
    isObject(own(body, 'all_fields', 'rule')) &&
    own(body, 'pretext') !== undefined &&
    own(body, 'rule_id') !== undefined,
  read: (body) => ({
    title: [
      { field: 'title', value: own(body, 'title') },
      { field: 'all_fields.rule.description', value: own(body, 'all_fields', 'rule', 'description') },
    ],
    description: [own(body, 'text'), own(body, 'all_fields', 'full_log')],
    severity: wazuhLevel(own(body, 'all_fields', 'rule', 'level')),
    sourceSystem: ['Wazuh'],
    externalId: [own(body, 'id'), own(body, 'all_fields', 'id')],
    occurredAt: [own(body, 'timestamp'), own(body, 'all_fields', 'timestamp')],
    affectedSystems: [own(body, 'all_fields', 'agent', 'name')],
  }),
}
