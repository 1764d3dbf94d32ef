import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { id } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, like } from '../recognition.ts'
import { rule, type State } from '../state.ts'

/** An event in Teleport's audit log, from its event handler. It is not graded, and the log holds every login and session. */
export const teleport: Product = {
  id: 'teleport',
  name: 'Teleport',
  source:
    'https://goteleport.com/docs/reference/audit-events; panther-labs/panther-analysis, rules/gravitational_teleport_rules; elastic/integrations, packages/teleport, data stream audit',
  forms: [
    [
      like('code', /^T(?=[A-Z]{0,9}[0-9])[A-Z0-9]{2,10}[IWE]$/, 'such as T1000I'),
      like('event', /^[a-z0-9_]+(?:\.[a-z0-9_]+)*$/, 'such as user.login'),
      ...[has('time'), hasOneOf('uid', 'sid'), hasOneOf('cluster_name', 'user', 'ei', 'name')],
    ],
  ],
  title: [
    'Teleport {event}: {target.user} by {user}',
    'Teleport {event} of {user}: {error}',
    'Teleport {event} of {user}',
    'Teleport {event}: {name}',
    'Teleport {event}',
  ],
  description: ['message', 'error', '{code} in {cluster_name}', 'code'],
  severity: [],
  time: ['time'],
  systems: ['server_hostname', 'cluster_name'],
  identity: {
    of: id('uid'),
    why: 'The id is unique: a UUID for each event. An event never changes. Without the id, the content is the identity.',
  },
  state: [rule(ofEvent)],
}

/** Locks, used recovery codes, copied bot certificates and denied sessions need a look. Daily activity does not. */
function ofEvent(event: unknown): State | null {
  return ALERTS.test(plainText(valueAt(event, 'event'))) ? null : 'informational'
}

const ALERTS = /^(?:lock\.created|recovery_code\.used|cert\.generation_mismatch|session\.rejected)$/
