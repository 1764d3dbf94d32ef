import { hashOf, hashOfSubject } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { when } from '../state.ts'

const ALERT = 'event.data.alert'

/** An alert of AgentMark on the cost, latency or errors of agents, or its end. It is not graded. */
export const agentmark: Product = {
  id: 'agentmark',
  name: 'AgentMark',
  source: 'https://docs.agentmark.co/platform/webhook/events/alerts',
  forms: [
    [
      ...[is('event.type', 'alert'), has('event.data.message'), has(`${ALERT}.id`)],
      ...[
        has(`${ALERT}.currentValue`),
        has(`${ALERT}.threshold`),
        is(`${ALERT}.status`, 'triggered', 'resolved'),
      ],
    ],
  ],
  title: ['event.data.message'],
  titleStandIn: [`AgentMark: {${ALERT}.type} {${ALERT}.currentValue}, threshold {${ALERT}.threshold}`],
  severity: [],
  time: ['event.data.timestamp'],
  identity: {
    of: hashOf(`${ALERT}.id`, `${ALERT}.status`, 'event.data.timestamp'),
    closes: hashOfSubject(`${ALERT}.id`),
    why: 'It is not documented whether the id is unique: it can be the rule’s or a firing’s. Identity: id, status and time. The end finds its alert by the id.',
  },
  state: [when(`${ALERT}.status`, ['resolved'], 'resolved')],
}
