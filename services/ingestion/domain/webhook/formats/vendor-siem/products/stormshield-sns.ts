import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { hashOf } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, like } from '../recognition.ts'
import { rule, type State } from '../state.ts'

/** A log entry of a Stormshield firewall (device-text.ts): an alarm or ordinary activity. */
export const stormshieldSns: Product = {
  id: 'stormshield_sns',
  name: 'Stormshield Network Security',
  source:
    'elastic/integrations, packages/stormshield, data stream log; the events of Stormshield SNS in the documentation of Sekoia.io',
  forms: [[like('logtype', /^\w+$/, 'a kind'), has('fw'), has('startime'), has('tz')]],
  title: ['msg', '{logtype} {action}: virus {virus}'],
  titleStandIn: ['Stormshield alarm {alarmid}', '{logtype} {action} on {fw}', '{logtype} on {fw}'],
  description: ['{class} {target} {action}', 'arg', 'filename'],
  severity: [
    (entry) => (isInfected(entry) ? 'high' : null),
    // Major is 1, minor 4, in the words of the product.
    codes('pri', {
      ...({ 0: 'critical', 1: 'high', 2: 'high', 3: 'high', 4: 'low' } as const),
      ...({ 5: 'informational', 6: 'informational', 7: 'informational' } as const),
    }),
  ],
  sourceSystem: (entry) => valueAt(entry, 'fw'),
  time: ['{time}{tz}', 'time'],
  systems: ['fw'],
  identity: {
    of: hashOf(
      ...['fw', 'logtype', 'time', 'startime', 'alarmid', 'msg', 'action', 'repeat'],
      ...['src', 'srcport', 'dst', 'dstport', 'ipproto', 'user', 'arg', 'filename', 'virus'],
    ),
    why: 'An entry has no id. Identity: device, kind, time, alarm and connection. An entry never changes.',
  },
  state: [rule(ofEntry)],
}

/** Entries other than alarms are informational, unless a virus was found or the system reports a fault. */
function ofEntry(entry: unknown): State | null {
  const kind = plainText(valueAt(entry, 'logtype')).toLowerCase()
  if (isInfected(entry) || !ORDINARY.test(kind)) return null
  return kind === 'system' && /^[0-3]$/.test(plainText(valueAt(entry, 'pri'))) ? null : 'informational'
}

function isInfected(entry: unknown): boolean {
  const [virus, sandbox] = ['virus', 'sandboxing'].map((path) =>
    plainText(valueAt(entry, path)).trim().toLowerCase(),
  )
  return /^(?:infected|virus)/.test(virus!) || sandbox === 'malicious'
}

const ORDINARY =
  /^(?:auth|authstat|connection|count|filter|filterstat|ftp|monitor|plugin|pop3|routerstat|server|smtp|ssl|system|vpn|web|xvpn)$/
