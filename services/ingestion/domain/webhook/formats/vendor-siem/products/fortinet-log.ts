import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { hashOf, idAt } from '../identity.ts'
import { type Level, ofEvent } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is, like } from '../recognition.ts'
import { rule, type State } from '../state.ts'

const TYPES = ['utm', 'event', 'traffic', 'anomaly', 'attack']
const TYPE = is('type', ...TYPES)
/** Kinds of FortiMail, in addition to events. */
const MAIL = is('type', ...TYPES, 'virus', 'spam', 'statistics', 'encrypt', 'kevent')

/**
 * A log entry of FortiGate, FortiProxy, FortiWeb or FortiMail, in JSON or in its own text (fortinet-text.ts): a finding or
 * ordinary activity.
 */
export const fortinetLog: Product = {
  id: 'fortinet_log',
  name: 'Fortinet',
  source:
    'https://docs.fortinet.com/document/fortigate/7.6.0/fortios-log-message-reference; SEKOIA-IO/intake-formats, Fortinet',
  forms: [
    [like('logid', /^[0-9]{5,12}$/, 'digits'), TYPE, has('subtype'), has('level'), has('vd')],
    // FortiWeb has the severity or the kinds of an attack in separate fields. FortiMail has no kinds of statistics.
    [
      ...[like('log_id', /^[0-9]{5,12}$/, 'digits'), MAIL, hasOneOf('subtype', 'main_type', 'session_id')],
      ...[hasOneOf('pri', 'severity_level'), has('device_id')],
    ],
  ],
  title: [
    ...['attack', 'virus', 'attackname', 'signature_subclass'].map((found) => `{type} {subtype}: {${found}}`),
    ...['{type} {main_type}: {sub_type}', '{type} {subtype}: {msg}', '{type} {main_type}: {msg}'],
    '{type}: {msg}',
    '{type} {subtype}: {logdesc}',
    '{type} {subtype} {action}',
    ...['{type} {subtype}', '{type}: {virus}', '{type}: {disposition}', 'type'],
  ],
  description: ['msg', 'logdesc'],
  // The severity of the finding comes before the level of the entry.
  severity: [
    ...[ofEvent('crlevel'), ofEvent('severity'), ofEvent('severity_level')],
    ...[ofMail, ofEvent('level', 'pri')],
  ],
  sourceSystem: (entry) => valueAt(entry, 'devname'),
  time: ['eventtime', 'itime', (entry) => writtenTime(entry)],
  systems: ['devname', 'dstname', 'hostname'],
  identity: {
    of: (entry) =>
      idAt(entry, DATES) !== null
        ? ofDated(entry)
        : idAt(entry, ['itime']) === null
          ? null
          : ofUndated(entry),
    why: 'An alert has no id. Identity: device, kind, time, session and what was found. An entry never changes. Without any time, only the very delivery identifies it.',
  },
  state: [rule(ofEntry)],
}

const ENTRY = [
  ...['devid', 'device_id', 'vd', 'logid', 'log_id', 'eventtime', 'date', 'time', 'sessionid', 'session_id'],
  ...[
    'msg_id',
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
  // One session can have several findings in one second.
  ...['srcport', 'dstport', 'hostname', 'url', 'http_url', 'filename', 'qname', 'app'],
]
const DATES = ['eventtime', 'date', 'time']
const ofDated = hashOf(...ENTRY)
/** A collector removed the date, and gives the time at which it received the entry. */
const ofUndated = hashOf(...ENTRY, 'itime')

/** The zone, if any, is in a field of its own. */
function writtenTime(entry: unknown): string {
  const [date, time] = ['date', 'time'].map((path) => plainText(valueAt(entry, path)))
  return `${date}T${time}${zoneOf(entry)}`
}

/**
 * `+0100`, `UTC+1`; FortiWeb writes `(GMT+1:00)Brussels`, and with daylight saving time `GMTc-2`, which counts west of
 * Greenwich like POSIX.
 */
function zoneOf(entry: unknown): string {
  const summer = /^GMT[a-z]([+-])([0-9]{1,2})(?::([0-9]{2}))?$/.exec(
    plainText(valueAt(entry, 'timezone_dayst')),
  )
  const zone = summer ?? ZONE.exec(plainText(valueAt(entry, 'tz', 'timezone')))
  if (zone === null) return ''
  const sign = summer === null ? zone[1]! : zone[1] === '-' ? '+' : '-'
  return `${sign}${zone[2]!.padStart(2, '0')}:${zone[3] ?? '00'}`
}

/** FortiMail's finding in a mail. FortiMail logs it as information, which is the level of the entry. */
function ofMail(entry: unknown): Level | null {
  if (!isMail(entry) || !ORDINARY.test(plainText(valueAt(entry, 'level', 'pri')))) return null
  if (plainText(valueAt(entry, 'virus', 'virus_name')).trim() !== '') return 'high'
  const [type, subtype, msg] = ['type', 'subtype', 'msg'].map((path) => plainText(valueAt(entry, path)))
  const [, rating = ''] = RATING.exec(msg!) ?? []
  if (rating !== '') return /^(?:malicious|high)/i.test(rating) ? 'high' : 'medium'
  if (DETECTED.test(msg!) || (type === 'virus' && /^(?:infected|malware-outbreak)$/.test(subtype!)))
    return 'high'
  return type === 'virus' || isBad(entry) ? 'medium' : null
}

/** FortiGate uses another name for the device. */
function isMail(entry: unknown): boolean {
  return valueAt(entry, 'device_id') !== undefined && valueAt(entry, 'session_id') !== undefined
}

/** Whether a spam entry names a phishing or malicious URL, or FortiMail decided about the mail by a check for threats. */
function isBad(entry: unknown): boolean {
  const [type, msg, classifier] = ['type', 'msg', 'classifier'].map((path) =>
    plainText(valueAt(entry, path)).trim(),
  )
  if (
    type === 'spam' &&
    (BAD_URL.test(msg!) ||
      (URL_FIRST.test(msg!) && BAD_CATEGORY.test(msg!.slice(msg!.lastIndexOf(', category: ')))))
  )
    return true
  return type === 'statistics' && BAD_MAIL.test(classifier!) && !/\b(?:clean|no ?result)$/i.test(classifier!)
}

/**
 * Sessions, requests and actions of administrators, if nothing was found, failed or was blocked, and the device does not warn.
 */
function ofEntry(entry: unknown): State | null {
  const [type, subtype] = ['type', 'subtype'].map((path) => plainText(valueAt(entry, path)).toLowerCase())
  const level = plainText(valueAt(entry, 'level', 'pri')).toLowerCase()
  if (isClean(entry) && ORDINARY.test(level)) return 'informational'
  const isFound =
    FOUND.test(type!) ||
    FOUND.test(subtype!) ||
    DETECTED.test(plainText(valueAt(entry, 'msg'))) ||
    (isMail(entry) && isBad(entry)) ||
    FINDINGS.some((path) => plainText(valueAt(entry, path)).trim() !== '') ||
    (type !== 'traffic' && ['action', 'status'].some((path) => STOPPED.test(plainText(valueAt(entry, path)))))
  return isFound || !ORDINARY.test(level) ? null : 'informational'
}

/** Scans of FortiMail other than of mails. In an entry about a mail, its sender controls the text before the message. */
function isClean(entry: unknown): boolean {
  const isSaid = ['from', 'to', 'subject', 'virus'].some((path) => plainText(valueAt(entry, path)) !== '')
  return (
    plainText(valueAt(entry, 'type')) === 'virus' && !isSaid && CLEAN.test(plainText(valueAt(entry, 'msg')))
  )
}

const CLEAN = /\bScan result: rating=CLEAN$/i
const DETECTED = /, scanned by Antivirus Scanner\(detected\)$/i
const RATING = /\bScan result: rating=([A-Za-z ]{1,30})$/
/** The category comes before the address, or after it in a place that the mail's sender cannot write to. */
const BAD_URL = /^FortiGuard-WebFilter identified URL\(category: (?:phishing|malicious)/i
const BAD_CATEGORY = /^, category: (?:phishing|malicious)[a-z ]{0,40}, id: [0-9]{1,6}\.?$/i
const URL_FIRST = /^FortiGuard-WebFilter identified URL: /i
const BAD_MAIL = /virus|malware|sandbox|phish|impersonation|outbreak|data loss|dlp/i
const ZONE = /^(?:\(?(?:GMT|UTC))?([+-])([0-9]{1,2}):?([0-9]{2})?(?:\).*)?$/
const FINDINGS = ['attack', 'virus', 'crscore', 'crlevel', 'craction']
const STOPPED = /^(?:block|den|drop|reset|fail|.{1,40}[-_ ]fail)/i
const FOUND = /^(?:attack|virus|anomaly|ips|dlp|infected)$/
const ORDINARY = /^(?:debug|information|informational|info|notice|notif)$/
