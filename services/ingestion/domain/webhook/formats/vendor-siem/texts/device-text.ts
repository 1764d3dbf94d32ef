import { setOwn } from '../../../own.ts'
import { MAX_ALERTS } from '../with-shared.ts'
import { checkPointEntry } from './check-point-text.ts'
import { lastTimeOf } from './event-text.ts'
import { fieldsOf } from './fortinet-text.ts'
import { idsEntry } from './ids-text.ts'
import { paloAltoEntry } from './palo-alto-text.ts'
import { junosEntry, securityCenterEntry } from './structured-text.ts'

/**
 * Reads log entries in the devices' own text formats, one a line, with or without a syslog header: Stormshield Network
 * Security, Sophos Firewall, Cisco Secure Firewall, Tenable Identity Exposure, Symantec Endpoint Protection, Juniper SRX,
 * Kaspersky Security Center, firewalls of Palo Alto Networks, Check Point, OSSEC, Cisco Meraki and Trellix Network Security
 * Platform. Returns null for any other text, also if only one line is none of these.
 *
 * The kind of an entry is read from a place before, or at the end after, the text that an attacker can make a device write.
 */
export function deviceEntries(text: string): readonly unknown[] | null {
  const entries: unknown[] = []
  for (const line of text.replace(BROKEN, '" "R-').split('\n')) {
    if (line.trim() === '') continue
    const entry = entryOf(line.trim())
    if (entry === null) return null
    entries.push(entry)
    if (entries.length > MAX_ALERTS) break
  }
  return entries.length === 0 ? null : entries
}

function entryOf(line: string): Fields | null {
  const start = line.slice(0, LONGEST_START)
  if (STORMSHIELD.test(start)) return stormshield(line)
  if (SOPHOS.test(start)) return fieldsOf(line)
  const cisco = CISCO.exec(start)
  if (cisco !== null) return { ftd: ciscoFields(line, cisco) }
  const tenable = TENABLE.exec(start)
  if (tenable !== null) return { tenable_ad: tenableFields(line, tenable) }
  const symantec = SYMANTEC.exec(start)
  if (symantec !== null) return { sep: symantecFields(line, symantec) }
  const known = junosEntry(line) ?? securityCenterEntry(line) ?? paloAltoEntry(line)
  return known ?? checkPointEntry(line) ?? idsEntry(line)
}

/** Takes the kind from the last field of the entry: the fields before it can hold the address of a page. */
function stormshield(line: string): Fields | null {
  const logtype = LOGTYPE.exec(line.slice(-LONGEST_KIND))?.[1]
  return logtype === undefined ? null : { ...fieldsOf(line), logtype }
}

/**
 * Reads `SrcIP: 10.0.0.5, Message: "…", …`. If a name is repeated, its first value counts. An event without a start time gets
 * the time of its syslog header.
 */
function ciscoFields(line: string, [head, code]: RegExpExecArray): Fields {
  const fields = named(line.slice(head.length), NAME, { code: code! })
  return timed(fields, head, 'FirstPacketSecond')
}

/**
 * Reads `Virus found,IP Address: 10.0.0.5,Risk name: …,Occurrences: 1,<path>,,Actual action: …`. A part without a name belongs
 * to the value before it. Text before the first name is kept under `before`.
 */
function symantecFields(line: string, { 0: head, 1: first, 2: found, 3: host }: RegExpExecArray): Fields {
  const text = line.slice(head.length - (first ?? found ?? host)!.length)
  const end = text.indexOf(',')
  const before = text.slice(end === -1 ? text.length : end + 1, text.search(FIRST_NAME)).trim()
  const fields = named(text, COMMA_NAME, {
    head: text.slice(0, end === -1 ? undefined : end),
    ...(before === '' ? {} : { before }),
  })
  return timed(fields, head, 'Event time')
}

/** Reads names and their values. Each value ends where the next name begins. */
function named(text: string, pattern: RegExp, fields: Fields): Fields {
  const names = [...text.matchAll(pattern).take(MAX_FIELDS)]
  for (const [i, found] of names.entries()) {
    const value = text.slice(found.index + found[0].length, names[i + 1]?.index).trim()
    if (!Object.hasOwn(fields, found[1]!)) setOwn(fields, found[1]!, unquoted(value))
  }
  return fields
}

/**
 * Reads `"0" "1" "forest" "domain" "codename" "high" "object" "deviance" "profile" "reason" "event" "name"="value" …`. An
 * attack (type 2) has its source and target after its grade instead; those that are `Unknown` are left out.
 */
function tenableFields(line: string, { 0: head, 1: type, index }: RegExpExecArray): Fields {
  const names = type === '2' ? ATTACK_FIELDS : TENABLE_FIELDS
  const fields: Fields = {}
  const details: Fields = {}
  let place = 0
  for (const [, value, detail] of line
    .slice(index + head.indexOf('"'))
    .matchAll(QUOTED)
    .take(MAX_FIELDS)) {
    if (detail !== undefined) setOwn(details, value!, detail)
    else if (place < names.length) setOwn(fields, names[place++]!, value!)
  }
  for (const name of ATTACK_PLACES) if (fields[name] === 'Unknown') delete fields[name]
  return timed({ ...fields, details }, line.slice(0, index + head.indexOf('"')), 'time')
}

function timed(fields: Fields, head: string, own: string): Fields {
  const time = Object.hasOwn(fields, own) ? undefined : lastTimeOf(head)
  return time === undefined ? fields : { ...fields, time }
}

function unquoted(value: string): string {
  return value.startsWith('"') && value.endsWith('"') && value.length > 1 ? value.slice(1, -1) : value
}

type Fields = { [key: string]: unknown }

const LONGEST_START = 600
const LONGEST_KIND = 60
const MAX_FIELDS = 300
const STORMSHIELD = /(?:^|[\s>])time="[0-9: -]{19}" fw="[^"=]{1,100}" tz=[+-][0-9]{4} startime="/
const LOGTYPE = /\blogtype="([a-z0-9_]{1,30})"$/
const SOPHOS = /^[^="]{0,200}(?:device="SFW" date=|device_name="SFW" timestamp=")/
const CISCO = /^[^%"]{0,200}%(?:FTD|NGIPS)-[0-7]-(43000[1-5]): /
const NAME = /(?:^|, )([A-Z]\w{0,40}(?: [A-Z]\w{0,40})?): /g
const TENABLE = /(?:^|[\s:])"([012])" "[0-9]{1,10}" "[^"]{1,100}" "[^"]{1,100}" "/
const SYMANTEC =
  /^(?:[^,]{0,300}[ :]SymantecServer: ([^,:]{1,200})|((?:Virus|Security risk|Potential risk) found)|([^,:]{1,200})(?=,Event Description: ))(?=,)/
const COMMA_NAME = /,"?([A-Z]\w{0,40}(?: \w{1,40}){0,3}): /g
const FIRST_NAME = new RegExp(`${COMMA_NAME.source}|$`)
const QUOTED = /"([^"]{0,2000})"(?:="([^"]{0,2000})")?/g
const BROKEN = /" {0,2}\r?\n"R-/g
const TENABLE_HEAD = ['type', 'alert', 'forest', 'domain', 'codename', 'severity']
const TENABLE_FIELDS = [...TENABLE_HEAD, 'object', 'deviance', 'profile', 'reason', 'event']
const ATTACK_PLACES = ['source_host', 'source_address', 'target_host', 'target_address']
const ATTACK_FIELDS = [...TENABLE_HEAD, ...ATTACK_PLACES]
