import { isObject, own } from '../../own.ts'
import { firstWord } from '../../severity.ts'
import type { Product } from './product.ts'

/** What Splunk's webhook alert action sends: the search and its first result, every value a string. */
export const splunkWebhook: Product = {
  id: 'splunk_webhook',
  name: 'Splunk webhook alert',
  detect: (body) =>
    own(body, 'sid') !== undefined &&
    isObject(body) &&
    Object.hasOwn(body, 'results_link') &&
    isObject(own(body, 'result')),
  read: (body) => ({
    title: [
      { field: 'search_name', value: own(body, 'search_name') },
      { field: 'sid', value: own(body, 'sid'), standsIn: true },
    ],
    description: [own(body, 'result', '_raw')],
    severity: firstWord(own(body, 'result', 'urgency'), own(body, 'result', 'severity')),
    sourceSystem: ['Splunk'],
    externalId: [own(body, 'sid')],
    occurredAt: [own(body, 'result', '_time')],
    affectedSystems: [own(body, 'result', 'host')],
  }),
}
