import { id } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'

/**
 * 0 to 3 high, 4 and 5 medium, 6 low, 7 information (sysdiglabs/terraform-provider-sysdig, sysdig_secure_policy). A number
 * never makes an alert informational.
 */
const SEVERITIES = {
  0: 'high',
  1: 'high',
  2: 'high',
  3: 'high',
  4: 'medium',
  5: 'medium',
  6: 'low',
  7: 'low',
} as const

/** An event of a policy of Sysdig Secure, as its event forwarder sends it. */
export const sysdigSecure: Product = {
  id: 'sysdig_secure',
  name: 'Sysdig Secure',
  source:
    'https://docs.sysdig.com/en/docs/sysdig-secure/secure-events/event-forwarding/; elastic/integrations, packages/sysdig, data stream alerts',
  forms: [
    [
      has('originator'),
      has('content.ruleName'),
      has('severity'),
      hasOneOf('timestampRFC3339Nano', 'timestamp'),
    ],
  ],
  title: ['content.ruleName', 'name'],
  description: ['content.output', 'description'],
  severity: [codes('severity', SEVERITIES)],
  time: ['timestampRFC3339Nano', 'timestamp'],
  systems: ['labels.host.hostName', 'labels.kubernetes.pod.name', 'machineId'],
  identity: {
    of: id('id'),
    why: 'The id is unique: 32 hexadecimal digits for each event.',
  },
}
