import { hashOfSubject, idAt } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { when } from '../state.ts'

/** An alert of Uptrends about a monitor, in the body of its template. It is not graded. */
export const uptrends: Product = {
  id: 'uptrends',
  name: 'Uptrends',
  source: 'spikehq/docs.spike.sh, integrations-guideline/integrate-spike-with-uptrends.md',
  forms: [[is('alert.type', 'Alert', 'Reminder', 'Ok'), has('monitor.guid'), has('monitor.name')]],
  title: ['{monitor.name}: {alert.description}', '{monitor.name}: {alert.type}'],
  description: ['alert.failureMessage', 'alert.description'],
  severity: [],
  time: ['alert.firstErrorUtc', 'alert.timestampUtc'],
  systems: ['monitor.name', 'monitor.url'],
  identity: {
    of: (alert) => idAt(alert, ['incident.key']),
    closes: (alert) => (idAt(alert, ['incident.key']) === null ? byMonitor(alert) : null),
    why: 'The id is unique: a key for each incident. Its reminders and its end repeat it. Without the key, only the very delivery identifies an alert, and the end finds its alert by the monitor.',
  },
  state: [when('alert.type', ['Ok'], 'resolved')],
}

const byMonitor = hashOfSubject('monitor.guid', 'alertDefinition.name')
