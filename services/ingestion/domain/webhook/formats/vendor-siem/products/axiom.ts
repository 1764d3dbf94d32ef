import { hashOf } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { when } from '../state.ts'

/** A notification of a monitor of Axiom. It is not graded. */
export const axiom: Product = {
  id: 'axiom',
  name: 'Axiom',
  source:
    'https://axiom.co/docs/monitor-data/custom-webhook-notifier; keephq/keep, keep/providers/axiom_provider/alerts_mock.py',
  forms: [[is('action', 'Open', 'Closed'), has('event.monitorID'), has('event.title')]],
  title: ['event.title'],
  description: ['event.body', 'event.description'],
  severity: [],
  time: ['event.timestamp', 'event.queryEndTime'],
  identity: {
    of: hashOf('action', 'event.monitorID', 'event.timestamp', 'event.queryEndTime', 'event.matchedEvent'),
    closes: hashOf('event.monitorID'),
    why: 'Shared: the id is the monitor’s. Monitor, times and the event that matched are one notification’s; the end finds it by the monitor.',
  },
  state: [when('action', ['Closed'], 'closed')],
}
