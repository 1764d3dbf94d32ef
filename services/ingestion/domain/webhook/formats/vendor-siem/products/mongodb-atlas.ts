import { id } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { status, when } from '../state.ts'

/** An alert of MongoDB Atlas or Cloud Manager. It is not graded. */
export const mongoDbAtlas: Product = {
  id: 'mongodb_atlas',
  name: 'MongoDB Atlas',
  source:
    'https://www.mongodb.com/docs/atlas/tutorial/webhook-integration/; alerta/alerta-contrib, webhooks/atlas',
  forms: [
    [
      has('eventTypeName'),
      has('id'),
      has('status'),
      has('created'),
      hasOneOf('alertConfigId', 'typeName', 'humanReadable'),
    ],
  ],
  title: [
    '{eventTypeName}: {metricName} on {hostnameAndPort}',
    '{eventTypeName}: {clusterName}',
    '{eventTypeName}: {hostnameAndPort}',
    'eventTypeName',
  ],
  description: ['humanReadable', '{metricName}: {currentValue.number}'],
  severity: [],
  time: ['created', 'updated'],
  systems: ['clusterName', 'hostnameAndPort', 'replicaSetName'],
  identity: {
    of: id('id'),
    why: "The id is unique: 'unique identifier for the alert'. Its updates, acknowledgement and closure repeat it.",
  },
  // An invalid alert is CANCELLED. INFORMATIONAL is an event without a duration; TRACKING has not lasted long enough yet.
  state: [status('status'), when('status', ['INFORMATIONAL', 'TRACKING'], 'informational')],
}
