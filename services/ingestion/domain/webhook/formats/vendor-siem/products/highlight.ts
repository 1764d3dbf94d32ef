import { hashOf, requiring } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is, like } from '../recognition.ts'
import { when } from '../state.ts'

const LINKS = ['SessionURL', 'ErrorURL', 'LogsURL', 'TracesURL', 'DashboardURL', 'MonitorURL', 'AlertURL']

/** An alert of Highlight on errors, logs, traces, metrics or sessions. It is not graded. */
export const highlight: Product = {
  id: 'highlight',
  name: 'Highlight',
  source:
    'highlight/highlight, backend/alerts/v2/destinations/webhook and backend/alerts/integrations/webhook',
  forms: [
    [
      like('Event', /^(?:[A-Z_]+_ALERT|LOG)$/, '…_ALERT or LOG'),
      hasOneOf('AlertName', 'ErrorTitle', 'MetricToMonitor', 'Name', 'UserIdentifier'),
      hasOneOf(...LINKS),
    ],
    [is('Event', 'ALERT_CREATED', 'ALERT_UPDATED'), has('AlertName'), has('AdminName'), has('AlertUrl')],
  ],
  title: [
    ...['{AlertName}: {ErrorTitle}', 'AlertName', 'ErrorTitle', 'Name', 'MetricToMonitor'],
    '{Event}: {UserIdentifier}',
  ],
  description: ['Query', 'DiffOverValue'],
  severity: [],
  time: ['EndDate', 'StartDate'],
  identity: {
    of: requiring(
      ['EndDate'],
      hashOf('Event', 'AlertName', 'Name', 'Query', ...LINKS, 'StartDate', 'EndDate'),
    ),
    why: 'An alert has no id. Identity of an alert on logs or traces: event, name, query, links and period. Other alerts have no time: only the very delivery identifies them.',
  },
  // The alert itself was set up or changed.
  state: [when('Event', ['ALERT_CREATED', 'ALERT_UPDATED'], 'informational')],
}
