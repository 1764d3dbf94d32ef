import { delivery } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is, object } from '../recognition.ts'

/** An alert of MLRun: drift, performance or an anomaly of a model, or a job that failed. */
export const mlrun: Product = {
  id: 'mlrun',
  name: 'MLRun',
  source:
    'mlrun/mlrun, mlrun/utils/notifications/notification/webhook.py and mlrun/common/schemas/alert.py; https://docs.mlrun.org/en/latest/concepts/alerts.html',
  forms: [
    [
      ...[has('message'), has('name'), has('project'), has('id'), object('value')],
      is('severity', 'low', 'medium', 'high'),
    ],
  ],
  title: ['summary', '{name} of {project}'],
  description: ['message'],
  severity: [word('severity')],
  time: [],
  systems: ['id'],
  identity: {
    of: delivery,
    why: 'The id is not unique: it is that of the model endpoint or the run, and no time is sent. Only the very delivery identifies the alert.',
  },
}
