import { hashOf, idAnd } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, is, like } from '../recognition.ts'
import { rule } from '../state.ts'

/** An anomaly that Vercel found in a project, or an event of a deployment. It is not graded. */
export const vercel: Product = {
  id: 'vercel',
  name: 'Vercel',
  source:
    'https://vercel.com/docs/webhooks/webhooks-api; api-evangelist/vercel, asyncapi/vercel-webhooks-asyncapi.yml',
  forms: [
    [is('vercel.type', 'alerts.triggered'), has('title'), has('alertId')],
    [
      ...[like('type', /^deployment\.\w+$/, 'deployment.…'), has('createdAt')],
      ...[has('payload.deployment.id'), has('payload.deployment.name')],
    ],
  ],
  title: ['{title}: {vercel.payload.projectSlug}', 'title', '{type}: {payload.deployment.name}'],
  description: ['payload.deployment.url', 'metric'],
  severity: [],
  time: ['startedAt', 'vercel.payload.startedAt', 'createdAt'],
  systems: ['vercel.payload.projectSlug', 'payload.deployment.name'],
  identity: {
    of: (alert) => (has('vercel').holds(alert) ? ofAnomaly(alert) : ofDeployment(alert)),
    why: 'It is not documented whether the id of an anomaly is unique. Identity: project, group, id, metric and start. The id of a deployment is unique. Identity of its events: id and kind.',
  },
  state: [rule((alert) => (isNews(alert) ? 'informational' : null))],
}

const ofAnomaly = hashOf(
  ...['vercel.payload.projectId', 'vercel.payload.groupId', 'alertId', 'type', 'metric', 'startedAt'],
)
const ofDeployment = idAnd('payload.deployment.id', 'type')

/** A deployment that was created, that succeeded or that somebody cancelled: only `deployment.error` is an alert. */
function isNews(alert: unknown): boolean {
  return has('payload.deployment.id').holds(alert) && !is('type', 'deployment.error').holds(alert)
}
