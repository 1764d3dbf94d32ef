import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { id, idAnd } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { rule, type State, status } from '../state.ts'

/** An event of AppSignal about an application: an error, a slow action, an anomaly of a metric, a deployment. */
export const appSignal: Product = {
  id: 'appsignal',
  name: 'AppSignal',
  source: 'appsignal/appsignal-docs, source/application/integrations/webhooks.html.md',
  forms: [
    [has('exception.exception'), has('exception.site'), has('exception.environment')],
    [has('performance.action'), has('performance.site'), has('performance.environment')],
    [has('alert_id'), has('trigger_label'), has('metric_name'), has('site'), has('environment')],
    [has('marker.site'), has('marker.environment'), hasOneOf('marker.revision', 'marker.marker_id')],
  ],
  title: [
    '{exception.exception} in {exception.site}: {exception.message}',
    '{exception.exception} in {exception.site}',
    'Slow {performance.action} in {performance.site}',
    '{trigger_label} of {site}: {human_last_value}',
    '{trigger_label} of {site}',
  ],
  titleStandIn: ['Deployment of {marker.site}'],
  description: [
    'exception.message',
    '{performance.duration} ms',
    'trigger_description',
    '{metric_name} {field} {comparison_operator} {human_comparison_value}',
  ],
  severity: [],
  time: ['exception.time', 'performance.time', 'opened_at', 'created_at', 'marker.time'],
  systems: ['exception.hostname', 'performance.hostname', 'exception.site', 'performance.site', 'site'],
  identity: {
    of: (event) => (has('alert_id').holds(event) ? ofAnomaly(event) : ofSample(event)),
    why: 'The id is not unique: it is that of an error or a slow action, which come back. Identity: id and the time of the sample. An anomaly has a unique id, which its end repeats.',
  },
  state: [rule(ofKind), status('state')],
}

const ofAnomaly = id('alert_id')
const ofSample = idAnd(
  ['exception.incident_id', 'performance.incident_id', 'marker.marker_id'],
  ...['exception.time', 'performance.time'],
)

/** A deployment is no alert. Neither is the demonstration that the command line sends. */
function ofKind(event: unknown): State | null {
  const isDemo = ['exception', 'performance'].some(
    (kind) => plainText(valueAt(event, `${kind}.metadata.demo_sample`)) === 'true',
  )
  return isDemo || valueAt(event, 'marker') !== undefined ? 'informational' : null
}
