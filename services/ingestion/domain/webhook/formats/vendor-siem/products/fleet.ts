import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { hashOf } from '../identity.ts'
import { type Level, scale } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, numeric } from '../recognition.ts'

/** A notification of Fleet's automations: hosts that fail a policy, that have a vulnerability, or that have not been seen. */
export const fleet: Product = {
  id: 'fleet',
  name: 'Fleet',
  source: 'https://fleetdm.com/guides/automations; fleetdm/fleet, server/webhooks',
  forms: [
    [
      has('policy.name'),
      hasOneOf('policy.failing_host_count', 'policy.query'),
      has('hosts'),
      has('timestamp'),
    ],
    [has('vulnerability.cve'), has('vulnerability.hosts_affected'), has('timestamp')],
    [has('text'), numeric('data.unseen_hosts'), numeric('data.total_hosts')],
  ],
  title: ['Policy fails: {policy.name}', 'vulnerability.cve', 'text'],
  description: ['policy.description', 'policy.resolution', 'vulnerability.details_link'],
  // CVSS: low below 4, medium from 4, high from 7, critical from 9.
  severity: [critical, scale('vulnerability.cvss_score', { low: 0, medium: 4, high: 7, critical: 9 })],
  time: ['timestamp'],
  systems: ['hosts.hostname', 'vulnerability.hosts_affected.hostname'],
  identity: {
    of: (alert) => (valueAt(alert, 'data.unseen_hosts') === undefined ? ofNotification(alert) : null),
    why: 'An alert has no id. Identity: policy or vulnerability, hosts and time. A notification of hosts that were not seen has no time: only the very delivery identifies it.',
  },
}

const ofNotification = hashOf(
  'timestamp',
  'policy.id',
  'vulnerability.cve',
  'hosts.id',
  'vulnerability.hosts_affected.id',
)

/** A policy is marked as critical or has no severity. */
function critical(alert: unknown): Level | null {
  return plainText(valueAt(alert, 'policy.critical')).toLowerCase() === 'true' ? 'critical' : null
}
