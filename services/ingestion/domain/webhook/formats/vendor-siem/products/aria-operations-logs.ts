import { hashOf } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, like } from '../recognition.ts'
import { rule } from '../state.ts'

const SYSTEM = like('AlertName', /^\s*Admin Alert: /, 'Admin Alert: …')
const RETURNED = like('AlertName', /^\s*Admin Alert: .*has returned to service/, '… has returned to service')

/**
 * An alert of VMware Aria Operations for Logs (vRealize Log Insight), in the form that its webhook shims read, or an alert about the system itself. It is not graded.
 */
export const ariaOperationsLogs: Product = {
  id: 'aria_operations_logs',
  name: 'VMware Aria Operations for Logs',
  source:
    'https://docs.vmware.com/en/VMware-Aria-Operations-for-Logs/8.18/Administering-Operations-for-Logs/GUID-A6036812-13D9-4C4F-83B0-D1D2EA2E9FEC.html; vmw-loginsight/webhook-shims, tests/conftest.py',
  forms: [
    [
      has('AlertName'),
      hasOneOf('NumHits', 'HitCount'),
      hasOneOf('SearchPeriod', 'HitOperator', 'HasMoreResults'),
    ],
    [SYSTEM, has('messages.text'), has('messages.timestamp')],
  ],
  title: ['AlertName'],
  description: ['Info', 'Recommendation', 'messages.text'],
  severity: [],
  time: ['TriggeredAt', 'messages.timestamp'],
  systems: ['SourceInfo'],
  identity: {
    of: hashOf('AlertName', 'AlertType', 'Url', 'TriggeredAt', 'messages'),
    why: 'An alert has no id. Identity: rule, link to the search, time and messages.',
  },
  state: [rule((alert) => (RETURNED.holds(alert) ? 'resolved' : null))],
}
