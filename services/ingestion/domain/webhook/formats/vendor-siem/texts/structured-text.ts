import { setOwn } from '../../../own.ts'
import { lastTimeOf } from './event-text.ts'

/**
 * Reads an entry of Junos on an SRX in its structured form, with or without the text before its kind: `RT_SCREEN_TCP
 * [junos@2636.1.1.1.2.40 attack-name="SYN flood!" …]`. Returns null for any other line. The kind comes before all text that an
 * attacker can make the device write.
 */
export function junosEntry(line: string): Fields | null {
  const head = JUNOS.exec(line.slice(0, LONGEST_START))
  if (head === null) return null
  const time = lastTimeOf(line.slice(0, head.index))
  const fields = parameters(line.slice(head.index + head[0].length))
  return { srx: { ...fields, kind: head[1]!, ...(time === undefined ? {} : { time }) } }
}

/**
 * Reads an event of Kaspersky Security Center sent by syslog: `… - GNRL_EV_VIRUS_FOUND [event@23668 p1="…"
 * et="GNRL_EV_VIRUS_FOUND" hdn="…"] …`. Its kind is taken from the header if the header has one, since `et` comes after paths,
 * which anybody may have named.
 */
export function securityCenterEntry(line: string): Fields | null {
  const head = SECURITY_CENTER.exec(line.slice(0, LONGEST_START))
  if (head === null) return null
  const time = lastTimeOf(line.slice(0, head.index))
  const fields = parameters(line.slice(head.index + head[0].length))
  const et = head[1] ?? fields.et
  return et === undefined ? null : { ksc: { ...fields, et, ...(time === undefined ? {} : { time }) } }
}

/**
 * Reads the text that an application of Kaspersky writes into the Windows event log, a name and a value a line: `Event type:
 * …`, `Result description: Detected`, `Name: EICAR-Test-File`. Line ends can be escaped as `\r\n`. Returns null for any other
 * text. If a name is repeated, its first value counts.
 */
export function endpointSecurityEntry(text: string): readonly unknown[] | null {
  if (text.length > LONGEST_TEXT || !/^\s{0,9}(?:Event type|Result description): /.test(text)) return null
  const fields: Fields = {}
  for (const line of text.split(/\\r\\n|\r?\n/)) {
    const [, name, value] = NAMED.exec(line) ?? []
    if (name !== undefined && !Object.hasOwn(fields, name)) setOwn(fields, name, value!.trim())
  }
  return 'Result description' in fields && MARKS.some((mark) => mark in fields) ? [{ kes: fields }] : null
}

/** Reads the parameters of structured data (RFC 5424, 6.3), up to its end. */
function parameters(text: string): Fields {
  const fields: Fields = {}
  for (const found of text.matchAll(PARAMETER).take(MAX_FIELDS)) {
    if (!Object.hasOwn(fields, found[1]!)) setOwn(fields, found[1]!, found[2]!.replace(/\\(["\\\]])/g, '$1'))
  }
  return fields
}

type Fields = { [key: string]: unknown }

const LONGEST_START = 400
const LONGEST_TEXT = 20_000
const MAX_FIELDS = 200
const JUNOS =
  /(?:^|[\s:])((?:RT_SCREEN|RT_FLOW|IDP|AV|AAMW|SRX_AAMW|SECINTEL|WEBFILTER|ANTISPAM|CONTENT_FILTERING|APPTRACK)_[A-Z_]{2,40}):? \[(?:junos@[\w.]{1,40} )?(?=[a-z][a-z0-9-]{1,40}=)/
const SECURITY_CENTER =
  / ((?:GNRL_EV|KL[A-Z]{2,6})_\w{2,60}) \[event@23668 |(?:^|\s)[0-9a-f]{8} \[event@23668 /
const PARAMETER = /\s{0,3}([A-Za-z][\w-]{0,40})="((?:[^"\\]|\\["\\\]]|\\(?!["\\\]])){0,5000})"/gy
const NAMED = /^\s{0,9}([A-Z][\w ]{1,40}): (.*)$/
const MARKS = ['Object', 'Object name', 'Path to object', 'Component', 'Database release date', 'Error']
