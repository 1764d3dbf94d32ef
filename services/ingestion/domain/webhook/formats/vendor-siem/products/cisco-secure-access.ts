import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, like } from '../recognition.ts'
import { status } from '../state.ts'

const SECURE_ACCESS = /^https:..[^/]{1,100}[.]cisco[.]com[/]/

/** An alert of a rule of Cisco Secure Access, as its webhook sends it in an envelope. */
export const ciscoSecureAccess: Product = {
  id: 'cisco_secure_access',
  name: 'Cisco Secure Access',
  source:
    'https://developer.cisco.com/docs/cloud-security/secure-access-api-reference-access-rules-changes-alerts-format, and the formats of the other alerts beside it',
  forms: [
    [
      has('alertId'),
      has('ruleId'),
      has('ruleName'),
      has('alertType'),
      like('redirectUrl', SECURE_ACCESS, '….cisco.com/…'),
    ],
  ],
  title: ['{alertType} ({ruleName})', 'alertType'],
  description: [
    '{category}: {changesMade} by {user}',
    '{category}: {conditionsApplied.conditions}',
    'category',
  ],
  severity: [word('severity')],
  time: ['time'],
  identity: {
    of: id('alertId'),
    why: 'The id is unique: it holds rule, organization and time of the alert. A change of the status repeats it.',
  },
  state: [status('status')],
}
