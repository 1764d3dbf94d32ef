import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { wholeAlert } from '../identity.ts'
import type { Level } from '../levels.ts'
import type { Product } from '../product.ts'
import { like } from '../recognition.ts'

/** From 1, the highest, to 5, the lowest (docs.opensearch.org, "Triggers"). */
const SEVERITIES: readonly Level[] = ['critical', 'high', 'medium', 'low', 'low']

const MESSAGE = /^\s*Monitor .{1,500}? just entered alert status\./s

/** The default message of OpenSearch's alerting (and of Open Distro's), in the JSON that its documents give for webhooks. */
export const openSearchAlerting: Product = {
  id: 'opensearch_alerting',
  name: 'OpenSearch Alerting',
  source:
    'https://docs.opensearch.org/latest/observing-your-data/alerting/actions/; opensearch-project/alerting-dashboards-plugin, DEFAULT_MESSAGE_SOURCE',
  forms: [[like('text', MESSAGE, 'Monitor … just entered alert status.')]],
  title: [{ path: 'text', part: /^\s*(Monitor .{1,500}? just entered alert status)\./s }],
  description: ['text'],
  severity: [grade],
  time: [{ path: 'text', part: /Period end: ?([0-9TZ:.+-]{19,35})/ }],
  identity: {
    of: wholeAlert,
    why: 'A message has no id. Identity: the whole message. Its text holds monitor, trigger and the period of the run. A monitor that stays in alert sends one message for each run, unless the action is throttled.',
  },
}

function grade(alert: unknown): Level | null {
  const number = /- Severity: ?([1-5])\b/.exec(plainText(valueAt(alert, 'text')))?.[1]
  return number === undefined ? null : SEVERITIES[Number(number) - 1]!
}
