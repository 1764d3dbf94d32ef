import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { hashOf, idAt } from '../identity.ts'
import type { Level } from '../levels.ts'
import type { Product } from '../product.ts'
import { hasOneOf, like, numeric, object } from '../recognition.ts'
import { rule, type State } from '../state.ts'

const KIND =
  /^(?:model_deployments|prediction_request|project|dataset|autopilot|batch_predictions|use_case)\./
const ASPECT = /^model_deployments\.(?:health\.)?(\w+?)(?:_health)?[._](?:green|yellow|red)/
const RED = /[._]red$/
const YELLOW = /yellow/
const FAILED = /[._](?:failed|failure|warning|error)$/

/** An event of DataRobot about a deployment, a project, a data set or a job. A deployment that is green is well. */
export const dataRobot: Product = {
  id: 'datarobot',
  name: 'DataRobot',
  source:
    'https://docs.datarobot.com/en/docs/platform/admin/webhooks/web-events.html; kinds of events: https://www.pulumi.com/registry/packages/datarobot/api-docs/notificationpolicy',
  forms: [
    [
      ...[like('event_type', KIND, 'model_deployments.data_drift_red and others'), numeric('timestamp')],
      ...[object('event'), hasOneOf('event.entity_id', 'deployment')],
    ],
  ],
  title: ['{deployment.label}: {event_type}', '{project.project_name}: {event_type}', 'event_type'],
  severity: [colour],
  time: ['timestamp'],
  systems: ['deployment.label', 'project.project_name'],
  identity: {
    of: hashOf('event_type', 'event.entity_id', 'timestamp', 'deployment', 'project'),
    closes: ofAspect,
    why: 'An event has no id. Identity: kind, subject and time. The return of a deployment to green finds its alert by deployment and aspect.',
  },
  state: [rule(stateOf, 'event_type')],
}

const kindOf = (event: unknown) => plainText(valueAt(event, 'event_type')).toLowerCase()

/** Green is passing, yellow at risk, red failing. Failures are not graded. */
function colour(event: unknown): Level | null {
  if (RED.test(kindOf(event))) return 'high'
  return YELLOW.test(kindOf(event)) ? 'medium' : null
}

/** `service_health_red` and `health.service_health.green` name the same aspect. */
function ofAspect(event: unknown): string | null {
  const aspect = ASPECT.exec(kindOf(event))?.[1]
  const deployment = idAt(event, ['event.entity_id', 'deployment.id'])
  return aspect === undefined || deployment === null
    ? null
    : `${deployment} ${aspect.replace(/_health$/, '')}`
}

function stateOf(event: unknown): State | null {
  const kind = kindOf(event)
  if (/[._]green$/.test(kind)) return 'resolved'
  return RED.test(kind) || YELLOW.test(kind) || FAILED.test(kind) ? null : 'informational'
}
