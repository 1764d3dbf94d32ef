import { idAnd } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, like } from '../recognition.ts'

/** An alert of a data metric of Bigeye. It is not graded. */
export const bigeye: Product = {
  id: 'bigeye',
  name: 'Bigeye',
  source: 'https://docs.bigeye.com/docs/webhooks; api-evangelist/bigeye, asyncapi/bigeye-webhooks.yml',
  forms: [
    [
      ...[has('message'), has('runTimestamp'), has('totalFailures')],
      like('metricUrl', /\/metrics\/metric\//, 'the address of a metric'),
    ],
  ],
  title: ['message'],
  description: ['{totalFailures} failures: {metricUrl}'],
  severity: [],
  time: ['runTimestamp'],
  identity: {
    of: idAnd('metricUrl', 'runTimestamp', 'message'),
    why: 'An alert has no id. Identity: the address of the metric, the time of its run (milliseconds) and the message. An alert never changes, and its end is not sent.',
  },
}
