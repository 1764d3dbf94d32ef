import { hashOf } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'

/** An anomaly of jobs, queues or tables of a Rails application that anomonitor detected. Its end is not sent. */
export const anomonitor: Product = {
  id: 'anomonitor',
  name: 'anomonitor',
  source: 'https://github.com/flori-s/anomonitor/wiki/Alerts-&-Webhooks',
  forms: [[is('gem', 'anomonitor'), has('rule'), has('metric')]],
  title: ['{rule} of {metric} in {source}', '{rule} of {metric}'],
  description: ['{metric} is {value}, threshold {threshold}'],
  severity: [word('severity')],
  time: ['sampled_at'],
  systems: ['source'],
  identity: {
    of: hashOf('rule', 'source', 'metric', 'tags', 'sampled_at', 'dashboard_url'),
    why: 'An alert has no id. Identity: rule, source, metric, tags, time and the address of the anomaly. A retry repeats them, and an alert never changes.',
  },
}
