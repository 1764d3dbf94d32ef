import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { hashOf } from '../identity.ts'
import { codes, ofEvent } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, like } from '../recognition.ts'
import { rule, type State } from '../state.ts'

const RULE_PRIORITY = codes('rule_priority', { 1: 'high', 2: 'medium', 3: 'low', 4: 'low', 5: 'low' })

/** An entry in the log of Sophos Firewall (device-text.ts): a finding or ordinary activity. */
export const sophosFirewall: Product = {
  id: 'sophos_firewall',
  name: 'Sophos Firewall',
  source: 'elastic/integrations, packages/sophos, data stream xg',
  forms: [
    [
      like('log_id', /^[0-9]{11,12}$/, '12 digits'),
      has('log_type'),
      has('log_component'),
      has('log_subtype'),
    ],
  ],
  title: [
    ...['{log_type}: {virus}', '{log_type}: {threatname}', '{log_type}: {signature_msg}'],
    ...['{log_type} {log_subtype}: {reason}', '{log_type} {log_component} {log_subtype}: {message}'],
    '{log_type} {log_component}: {log_subtype}',
  ],
  description: ['url', 'classification', 'email_subject', 'subject', 'filename'],
  // A connection to a command-and-control host is graded as a notice if it was not blocked.
  severity: [
    (entry) => (typeOf(entry) === 'atp' ? 'high' : null),
    RULE_PRIORITY,
    ofEvent('priority', 'severity'),
  ],
  sourceSystem: (entry) => valueAt(entry, 'device_model', 'device_name'),
  time: ['timestamp', '{date} {time} {timezone}'],
  systems: ['dst_ip', 'sourceip'],
  identity: {
    of: hashOf(
      ...[
        'device_id',
        'device_serial_id',
        'log_id',
        'timestamp',
        'date',
        'time',
        'eventid',
        'mailid',
        'connid',
      ],
      ...['src_ip', 'src_port', 'dst_ip', 'dst_port', 'sourceip', 'destinationip', 'user_name', 'message'],
      ...['virus', 'threatname', 'signature_id', 'url', 'filename', 'sha1sum', 'reason'],
    ),
    why: 'An entry has no id. Identity: device, kind, time, connection and what was found. An entry never changes.',
  },
  state: [rule(ofEntry)],
}

/** Traffic that the rules allowed or filtered, and ordinary activity of the device. */
function ofEntry(entry: unknown): State | null {
  const type = typeOf(entry)
  const [subtype, reason, priority] = ['log_subtype', 'reason', 'priority'].map((path) =>
    plainText(valueAt(entry, path)).trim(),
  )
  if (type === 'idp' || type === 'atp') return null
  const found = FOUND.get(type)
  if (found !== undefined) return found.test(`${subtype}: ${reason}`) ? null : 'informational'
  const level = priority || plainText(valueAt(entry, 'severity')).trim()
  return (type === 'firewall' ? /^(?:debug|information|notice|notification|warning)$/i : ORDINARY).test(level)
    ? 'informational'
    : null
}

function typeOf(entry: unknown): string {
  return plainText(valueAt(entry, 'log_type')).trim().toLowerCase()
}

const ORDINARY = /^(?:debug|information|notice|notification)$/i
/** By kind of log: the kinds of entries, and their reasons, that are findings. */
const FOUND: ReadonlyMap<string, RegExp> = new Map([
  ['anti-virus', /^(?!allowed|clean)/i],
  ['anti-spam', /^(?:dos|dlp|virus)|malicious|infected/i],
  ['sandbox', /^denied|malicious/i],
  ['sandstorm', /^denied|malicious/i],
])
