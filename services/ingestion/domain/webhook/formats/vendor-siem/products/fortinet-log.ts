import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { hashOf } from '../identity.ts'
import { ofEvent } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is, like } from '../recognition.ts'
import { rule, type State } from '../state.ts'

/**
 * An entry in the log of FortiGate, FortiProxy or FortiWeb in JSON, or in its own text (fortinet-text.ts): what was found, or
 * what goes on ordinarily.
 */
export const fortinetLog: Product = {
  id: 'fortinet_log',
  name: 'Fortinet',
  source:
    'https://docs.fortinet.com/document/fortigate/7.6.0/fortios-log-message-reference; SEKOIA-IO/intake-formats, Fortinet',
  forms: [
    ['logid', 'level', 'vd'],
    ['log_id', 'pri', 'device_id'],
  ].map(([kind, level, device]) => [
    like(kind!, /^[0-9]{8,12}$/, 'digits'),
    is('type', 'utm', 'event', 'traffic', 'anomaly', 'attack'),
    ...[has('subtype'), has(level!), has(device!)],
  ]),
  title: [
    ...['attack', 'virus', 'attackname', 'signature_subclass'].map((found) => `{type} {subtype}: {${found}}`),
    '{type} {subtype}: {msg}',
    '{type}: {msg}',
    '{type} {subtype}: {logdesc}',
    '{type} {subtype} {action}',
    '{type} {subtype}',
  ],
  description: ['msg', 'logdesc'],
  // The grade of what was found before the level of the entry.
  severity: [ofEvent('crlevel'), ofEvent('severity'), ofEvent('severity_level'), ofEvent('level', 'pri')],
  sourceSystem: (entry) => valueAt(entry, 'devname'),
  time: ['eventtime', 'itime', (entry) => writtenTime(entry)],
  systems: ['devname', 'dstname', 'hostname'],
  identity: {
    of: hashOf(
      ...[
        'devid',
        'device_id',
        'vd',
        'logid',
        'log_id',
        'eventtime',
        'date',
        'time',
        'sessionid',
        'session_id',
        'msg_id',
      ],
      ...[
        'type',
        'subtype',
        'action',
        'srcip',
        'dstip',
        'attack',
        'virus',
        'user',
        'msg',
        'incidentserialno',
      ],
    ),
    why: 'An entry has no id. Device, kind, time, session and what was found are one entry’s, and never change.',
  },
  state: [rule(ofEntry)],
}

/** The zone stands in a field of its own, where it stands at all. */
function writtenTime(entry: unknown): string {
  const [date, time, zone] = ['date', 'time', 'tz'].map((path) => plainText(valueAt(entry, path)))
  return `${date}T${time}${/^[+-][0-9]{4}$/.test(zone!) ? zone : ''}`
}

/** Sessions, requests and what administrators did, where nothing was found and the device does not warn of it. */
function ofEntry(entry: unknown): State | null {
  const [type, subtype] = ['type', 'subtype'].map((path) => plainText(valueAt(entry, path)).toLowerCase())
  const level = plainText(valueAt(entry, 'level', 'pri')).toLowerCase()
  const isFound =
    FOUND.test(type!) ||
    FOUND.test(subtype!) ||
    valueAt(entry, 'attack', 'virus', 'crscore', 'crlevel', 'craction') !== undefined
  return isFound || !ORDINARY.test(level) ? null : 'informational'
}

const FOUND = /^(?:attack|virus|anomaly|ips|dlp|infected)$/
const ORDINARY = /^(?:debug|information|informational|info|notice|notif)$/
