import { id } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { status } from '../state.ts'

/** An alert of ilert, as the webhook of an alert action sends it. */
export const ilert: Product = {
  id: 'ilert',
  name: 'ilert',
  source: 'iLert/docs, integrations/outbound-integrations/webhook.md',
  forms: [
    [
      ...[has('alertSource.id'), has('alertSource.name'), is('status', 'PENDING', 'ACCEPTED', 'RESOLVED')],
      ...[has('reportTime'), has('summary'), has('id')],
    ],
  ],
  title: ['summary'],
  titleStandIn: ['Alert of {alertSource.name}'],
  description: ['details'],
  severity: [codes('priority', { high: 'high', low: 'low' })],
  time: ['reportTime'],
  identity: {
    of: id('id'),
    why: 'The id is unique: the number of an alert. Its acknowledgement and its end repeat it.',
  },
  state: [status('status')],
}
