import { valueAt } from '../../../fields.ts'
import { id } from '../identity.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'
import { when } from '../state.ts'

/** A security event of Duo Trust Monitor. It is not graded, but can be marked as a priority event. */
export const duoTrustMonitor: Product = {
  id: 'duo_trust_monitor',
  name: 'Duo Trust Monitor',
  source: 'https://duo.com/docs/adminapi#trust-monitor; duosecurity/duo_log_sync, tests',
  forms: [[has('sekey'), has('surfaced_timestamp'), has('triage_event_uri')]],
  title: ['explanations.summary'],
  titleStandIn: ['Duo Trust Monitor: {type} of {surfaced_auth.user.name}', 'Duo Trust Monitor: {type}'],
  description: ['triage_event_uri'],
  severity: [(alert) => (valueAt(alert, 'priority_event') === true ? 'high' : null)],
  time: ['surfaced_timestamp'],
  systems: ['surfaced_auth.user.name', 'surfaced_auth.application.name'],
  identity: {
    of: id('sekey'),
    why: 'The id is unique: that of the security event. A change of the state keeps it.',
  },
  state: [when('state', ['processed'], 'closed')],
}
