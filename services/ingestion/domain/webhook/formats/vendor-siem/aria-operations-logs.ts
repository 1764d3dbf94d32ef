import { hashOf } from './identity.ts'
import type { Product } from './product.ts'
import { has, hasOneOf } from './recognition.ts'

/** An alert of VMware Aria Operations for Logs (vRealize Log Insight), in the form that its shims read. It is not graded. */
export const ariaOperationsLogs: Product = {
  id: 'aria_operations_logs',
  name: 'VMware Aria Operations for Logs',
  source: 'vmw-loginsight/webhook-shims, tests/conftest.py',
  forms: [
    [
      has('AlertName'),
      hasOneOf('NumHits', 'HitCount'),
      hasOneOf('SearchPeriod', 'HitOperator', 'HasMoreResults'),
    ],
  ],
  title: ['AlertName'],
  description: ['Info', 'Recommendation', 'messages.text'],
  severity: [],
  time: ['TriggeredAt', 'messages.timestamp'],
  systems: ['SourceInfo'],
  identity: {
    of: hashOf('AlertName', 'AlertType', 'Url', 'TriggeredAt', 'messages'),
    why: 'A notification has no id: rule, link to the search, time and messages are one firing’s.',
  },
}
