import { setOwn } from '../../../own.ts'
import { lastTimeOf } from './event-text.ts'

/**
 * Reads an alert of OSSEC or Wazuh, a security event of Cisco Meraki, or an alert of Trellix (McAfee) Network Security Platform,
 * as each sends it by syslog. Returns null for any other line. Kind and grade of an alert come before all text that an attacker
 * can have written into a log.
 */
export function idsEntry(line: string): Fields | null {
  return ossec(line) ?? meraki(line) ?? networkSecurityPlatform(line)
}

/** `ossec: Alert Level: 7; Rule: 5710 - <comment>; Location: (<agent>) <address>-><path>; srcip: …; <line of the log>` */
function ossec(line: string): Fields | null {
  const found = OSSEC.exec(line.slice(0, LONGEST_HEAD))
  if (found === null) return null
  const [head, before, level, rule, comment, location] = found
  const place = location!.trim()
  const host = /^\(([^)]{1,200})\)/.exec(place)?.[1] ?? /^([^>]{1,200}?)->/.exec(place)?.[1]
  const log = line.slice(head.length).trim()
  const fields = { level, rule, comment: comment!.trim(), location: place, log }
  return { ossec: { ...fields, ...(host === undefined ? {} : { host }), ...timeIn(before!) } }
}

/** `1637691198.348 <device> security_event ids_alerted signature=1:29708:4 priority=1 … message: <name of the rule>` */
function meraki(line: string): Fields | null {
  const found = MERAKI.exec(line.slice(0, LONGEST_HEAD))
  if (found === null) return null
  const [head, time, device, kind] = found
  const fields: Fields = { time, device, kind: kind!.replace('ids-alerts', 'ids_alerted') }
  const rest = line.slice(head.length)
  const at = rest.search(/(?:^|\s)message: /)
  for (const [, name, quoted, plain] of rest
    .slice(0, at === -1 ? undefined : at)
    .matchAll(PAIR)
    .take(50))
    if (!Object.hasOwn(fields, name!)) setOwn(fields, name!, quoted ?? plain)
  if (at !== -1) fields.message = rest.slice(at).trim().slice('message: '.length)
  return { mx: fields }
}

/**
 * Reads the Manager's default message, `<sensor> detected Outbound attack <name> (severity = High). …`, and the message that the
 * connector of Microsoft Sentinel asks for, which has a bar before each value.
 */
function networkSecurityPlatform(line: string): Fields | null {
  const found = NSP.exec(line.slice(0, LONGEST_HEAD))
  if (found !== null) {
    const [, before, ...values] = found
    return { nsp: { ...named(NSP_SENTENCE, values), ...timeIn(before!) } }
  }
  const profile = NSP_PROFILE.exec(line.slice(0, LONGEST_HEAD))
  if (profile === null) return null
  const values = line.slice(profile[0].length).split('|', NSP_VALUES.length)
  const nsp = named(NSP_VALUES, values)
  return { nsp: 'time' in nsp ? nsp : { ...nsp, ...timeIn(profile[1]!) } }
}

function named(names: readonly string[], values: readonly (string | undefined)[]): Fields {
  const pairs = names.map((name, i) => [name, values[i]?.trim() ?? ''] as const)
  return Object.fromEntries(pairs.filter(([, value]) => value !== '' && value.toLowerCase() !== 'n/a'))
}

function timeIn(head: string): { time?: string } {
  const time = lastTimeOf(head)
  return time === undefined ? {} : { time }
}

type Fields = { [key: string]: unknown }

const LONGEST_HEAD = 2500
const OSSEC =
  /^([^;|={}]{0,300}?)\bossec: Alert Level: ([0-9]{1,2}); Rule: ([0-9]{1,8}) - ([^\n]{0,1000}?); Location: ([^;\n]{1,500});/
const MERAKI =
  /^[^=|;{}]{0,200}?\b([0-9]{10}\.[0-9]{1,9}) (\S{1,100}) (?:security_event )?(ids_alerted|ids-alerts|security_filtering_file_scanned|security_filtering_disposition_change) (?=\w{1,30}=)/
const PAIR = /(?:^|\s)(\w{1,30})=(?:'([^']{0,500})'|(\S{0,2000}))/g
const NSP =
  /^([^;|={}]{0,200}?)\bSyslogAlertForwarder: (\S{1,100}) detected (\S{1,30}) attack ([^\n]{1,300}?) ?\(severity = (\w{1,20})\)\.? ?(\S{1,60}):([0-9]{1,5}|N\/A) -> (\S{1,60}):([0-9]{1,5}|N\/A) ?\(result = ([^)\n]{1,100})\)/
const NSP_SENTENCE = [
  ...['sensor', 'direction', 'attack', 'severity', 'source', 'source_port', 'destination'],
  ...['destination_port', 'result'],
]
const NSP_PROFILE = /^([^;|={}]{0,200}?)<?\bSyslogAlertForwarderNSP>?:\|(?=[^|\n]{0,100}\|)/
const NSP_VALUES = [
  ...['uuid', 'type', 'time', 'attack', 'attack_id', 'severity', 'signature', 'confidence', 'domain'],
  ...['sensor', 'interface', 'source', 'source_port', 'destination', 'destination_port', 'category'],
  ...['sub_category', 'direction', 'result', 'mechanism', 'application', 'protocol'],
]
