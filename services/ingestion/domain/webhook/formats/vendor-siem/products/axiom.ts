import { hashOf, hashOfShared } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, is, like } from '../recognition.ts'
import { rule, when } from '../state.ts'

/** A notification of a monitor of Axiom. It is not graded. */
export const axiom: Product = {
  id: 'axiom',
  name: 'Axiom',
  source:
    'https://axiom.co/docs/monitor-data/custom-webhook-notifier; keephq/keep, keep/providers/axiom_provider/alerts_mock.py',
  forms: [
    [is('action', 'Open', 'Closed'), has('event.monitorID'), has('event.title')],
    [has('monitorID'), has('title'), has('queryStartTime'), has('queryEndTime')],
  ],
  title: ['event.title', 'title'],
  description: ['event.body', 'event.description', 'body', 'description'],
  severity: [],
  time: ['event.timestamp', 'event.queryEndTime', 'timestamp', 'queryEndTime'],
  identity: {
    of: (alert) => (IS_EVENT.holds(alert) ? ofEvent(alert) : ofBare(alert)),
    closes: (alert) => (IS_EVENT.holds(alert) ? ofMonitor(alert) : ofBareMonitor(alert)),
    why: 'The id is not unique: it is the monitor’s. Identity: monitor, action, times and the event that matched. The end finds its alert by the monitor.',
  },
  state: [
    when('action', ['Closed'], 'closed'),
    // If the template has no action, the title shows it.
    rule((alert) => (!IS_OPEN.holds(alert) && RESOLVED.holds(alert) ? 'resolved' : null)),
  ],
}

const IS_OPEN = is('action', 'Open')
const RESOLVED = like('title', /^Resolved: /, 'Resolved: …')
const IS_EVENT = has('event.monitorID')
const ofEvent = hashOf(
  ...['action', 'event.monitorID', 'event.timestamp', 'event.queryEndTime', 'event.matchedEvent'],
)
const ofMonitor = hashOfShared('event.monitorID')
const ofBare = hashOf('action', 'monitorID', 'title', 'timestamp', 'queryEndTime', 'matchedEvent')
const ofBareMonitor = hashOfShared('monitorID')
