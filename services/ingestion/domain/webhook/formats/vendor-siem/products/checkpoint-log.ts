import { hashOf } from '../identity.ts'
import { codes, type Level, word } from '../levels.ts'
import { fixed, type Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { rule } from '../state.ts'

const GRADES = { 0: 'informational', 1: 'low', 2: 'medium', 3: 'high', 4: 'critical' } as const
const severity: ((alert: unknown) => Level | null)[] = [
  codes('cp.severity', GRADES),
  word('cp.severity', 'cp.app_risk'),
]
const FINDING = hasOneOf(
  ...['cp.protection_name', 'cp.protection_id', 'cp.attack', 'cp.malware_action', 'cp.malware_family'],
)

/** A log of a gateway or of the management of Check Point (check-point-text.ts): a finding of a blade, or a record. */
export const checkPointLog: Product = {
  id: 'checkpoint_log',
  name: 'Check Point',
  source:
    'elastic/integrations, packages/checkpoint, data stream firewall; splunk/splunk-connect-for-syslog, tests of Check Point; fields and grades: sk144192',
  forms: [[hasOneOf('cp.loguid', 'cp.orig', 'cp.origin'), hasOneOf('cp.product', 'cp.action', 'cp.flags')]],
  title: [
    '{cp.malware_action}: {cp.protection_name}',
    ...['cp.protection_name', 'cp.attack_info', 'cp.attack', 'cp.malware_action', 'cp.malware_family'],
    ...['{cp.product}: {cp.sys_message}', '{cp.product}: {cp.description}', '{cp.product}: {cp.subject}'],
  ],
  titleStandIn: [
    '{cp.product}: {cp.action}',
    'Log of {cp.product}',
    fixed('Log of Check Point', 'cp.action'),
  ],
  description: ['cp.attack_info', 'cp.portal_message', '{cp.product}: {cp.action}, {cp.src} to {cp.dst}'],
  severity,
  time: ['cp.time'],
  systems: ['cp.scope', 'cp.dst_machine_name', 'cp.src_machine_name', 'cp.dst'],
  identity: {
    of: hashOf(
      'cp.loguid',
      'cp.origin',
      'cp.orig',
      'cp.product',
      'cp.protection_name',
      'cp.attack',
      'cp.time',
    ),
    why: 'The id is not unique: loguid is that of a log, and its updates share it. Identity: loguid, gateway, product, protection, attack and time. An update repeats them.',
  },
  state: [rule((alert) => (isFinding(alert) ? null : 'informational'))],
}

/** A connection, an update or an act of an administrator has no protection, and no grade above low. */
function isFinding(alert: unknown): boolean {
  if (FINDING.holds(alert)) return true
  const level = has('cp.severity').holds(alert) ? (severity[0]!(alert) ?? severity[1]!(alert)) : null
  return level !== null && level !== 'informational' && level !== 'low'
}
