/**
 * Reads a log entry of a Palo Alto Networks firewall in its own text format, with or without a syslog header: values separated
 * by commas, `1,2026/02/01 10:00:00,0011,THREAT,virus,…`. The fields get the names of the Strata Logging Service's JSON.
 * Returns null for any other line. The kind of an entry comes before all text that an attacker can make the device write.
 */
export function paloAltoEntry(line: string): Fields | null {
  const kind = START.exec(line.slice(0, LONGEST_START))?.[1]
  if (kind === undefined) return null
  const values = valuesOf(line)
  const places = { ...EVERY, ...(PLACES[kind] ?? {}) }
  const fields: Fields = {}
  for (const [name, place] of Object.entries(places)) {
    const value = values[place]?.trim() ?? ''
    if (value !== '') fields[name] = value
  }
  const { TimeGenerated, TimeGeneratedHighResolution: exact, ThreatID, ...rest } = fields
  return {
    // If the places of this log are unknown, the whole entry replaces its number.
    ...(PLACES[kind] === undefined ? { SequenceNo: line.slice(0, LONGEST_VALUE) } : {}),
    ...rest,
    // The log of pages has only a number here.
    ...(ThreatID === undefined || ThreatID.startsWith('(') ? {} : { ThreatID }),
    TimeGenerated: (TimeGenerated ?? '').replaceAll('/', '-'),
    ...(exact !== undefined && ISO.test(exact) ? { TimeGeneratedHighResolution: exact } : {}),
  }
}

/**
 * Splits an entry into values. A value may be quoted, and two quotes in it mean one. Nothing is read after a quote without an
 * end.
 */
function valuesOf(line: string): string[] {
  const values: string[] = []
  let start = 0
  while (start <= line.length && values.length < MAX_VALUES) {
    const end = line[start] === '"' ? closed(line, start + 1) : start
    if (end === -1) break
    const comma = line.indexOf(',', end)
    const next = comma === -1 ? line.length : comma
    values.push(
      end === start ? line.slice(start, next) : line.slice(start + 1, end - 1).replaceAll('""', '"'),
    )
    start = next + 1
  }
  return values
}

/** Returns the index after the closing quote; -1 if there is none. */
function closed(line: string, from: number): number {
  let quote = line.indexOf('"', from)
  while (quote !== -1 && line[quote + 1] === '"') quote = line.indexOf('"', quote + 2)
  return quote === -1 ? -1 : quote + 1
}

type Fields = { [name: string]: string }

const EVERY = { DeviceSN: 2, LogType: 3, Subtype: 4, TimeGenerated: 6 }
/** Places of the fields in an entry of each log (PAN-OS, "Syslog Field Descriptions"). */
const PLACES: { [kind: string]: { [name: string]: number } | undefined } = {
  THREAT: {
    SourceAddress: 7,
    DestinationAddress: 8,
    Rule: 11,
    Application: 14,
    SessionID: 22,
    Action: 30,
    URL: 31,
    ThreatID: 32,
    VendorSeverity: 34,
    DirectionOfAttack: 35,
    SequenceNo: 36,
    DeviceName: 59,
    ThreatCategory: 69,
    TimeGeneratedHighResolution: 107,
  },
  TRAFFIC: {
    SourceAddress: 7,
    DestinationAddress: 8,
    Rule: 11,
    Application: 14,
    SessionID: 22,
    Action: 30,
    SequenceNo: 39,
    SessionEndReason: 46,
    DeviceName: 52,
    TimeGeneratedHighResolution: 102,
  },
  SYSTEM: {
    EventName: 8,
    VendorSeverity: 13,
    EventDescription: 14,
    SequenceNo: 15,
    DeviceName: 22,
    TimeGeneratedHighResolution: 25,
  },
  // An entry of this log has no subtype: its category tells what kind it is.
  CORRELATION: {
    Subtype: 10,
    SourceAddress: 7,
    VendorSeverity: 11,
    DeviceName: 17,
    EventName: 19,
    SequenceNo: 20,
    EventDescription: 21,
  },
}
const START =
  /^[^,]{0,300},[0-9]{4}\/[0-9]{2}\/[0-9]{2} [0-9:]{8},\w{1,20},(THREAT|TRAFFIC|SYSTEM|CONFIG|AUTH|AUTHENTICATION|USERID|IPTAG|HIPMATCH|GLOBALPROTECT|DECRYPTION|TUNNEL|SCTP|GTP|CORRELATION),/
const ISO = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{8,18}(?:Z|[+-][0-9]{2}:[0-9]{2})$/
const LONGEST_START = 500
const LONGEST_VALUE = 5000
const MAX_VALUES = 150
