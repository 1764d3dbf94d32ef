/**
 * An entry of the log of a firewall of Palo Alto Networks in its own text, values between commas: `1,2026/02/01 10:00:00,0011,THREAT,virus,…`, also behind
 * a header of syslog, with the names that the Strata Logging Service has for them in JSON. Null for any other line. The kind of an entry stands before
 * everything that an attacker can have the device write.
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
    // Of a log whose places are not here, the whole entry stands for its number.
    ...(PLACES[kind] === undefined ? { SequenceNo: line.slice(0, LONGEST_VALUE) } : {}),
    ...rest,
    // The log of pages has a number alone.
    ...(ThreatID === undefined || ThreatID.startsWith('(') ? {} : { ThreatID }),
    TimeGenerated: (TimeGenerated ?? '').replaceAll('/', '-'),
    ...(exact !== undefined && ISO.test(exact) ? { TimeGeneratedHighResolution: exact } : {}),
  }
}

function valuesOf(line: string): string[] {
  return [...line.matchAll(VALUE).take(MOST_VALUES)].map(
    ([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? '',
  )
}

type Fields = { [name: string]: string }

const EVERY = { DeviceSN: 2, LogType: 3, Subtype: 4, TimeGenerated: 6 }
/** Where an entry of a log has what (PAN-OS, "Syslog Field Descriptions"). */
const PLACES: { [kind: string]: { [name: string]: number } | undefined } = {
  THREAT: {
    ...{ SourceAddress: 7, DestinationAddress: 8, Rule: 11, Application: 14, SessionID: 22, Action: 30 },
    ...{ URL: 31, ThreatID: 32, VendorSeverity: 34, DirectionOfAttack: 35, SequenceNo: 36, DeviceName: 59 },
    ...{ ThreatCategory: 69, TimeGeneratedHighResolution: 107 },
  },
  TRAFFIC: {
    ...{ SourceAddress: 7, DestinationAddress: 8, Rule: 11, Application: 14, SessionID: 22, Action: 30 },
    ...{ SequenceNo: 39, SessionEndReason: 46, DeviceName: 52, TimeGeneratedHighResolution: 102 },
  },
  SYSTEM: {
    ...{ EventName: 8, VendorSeverity: 13, EventDescription: 14, SequenceNo: 15, DeviceName: 22 },
    TimeGeneratedHighResolution: 25,
  },
  CORRELATION: {
    ...{ SourceAddress: 7, VendorSeverity: 11, DeviceName: 17, EventName: 19, SequenceNo: 20 },
    EventDescription: 21,
  },
}
const START =
  /^[^,]{0,300},[0-9]{4}\/[0-9]{2}\/[0-9]{2} [0-9:]{8},\w{1,20},(THREAT|TRAFFIC|SYSTEM|CONFIG|AUTH|AUTHENTICATION|USERID|IPTAG|HIPMATCH|GLOBALPROTECT|DECRYPTION|TUNNEL|SCTP|GTP|CORRELATION),/
const VALUE = /(?:"((?:[^"]|""){0,5000})"|([^,]{0,5000}))(?:,|$)/gy
const ISO = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{8,18}(?:Z|[+-][0-9]{2}:[0-9]{2})$/
const LONGEST_START = 500
const LONGEST_VALUE = 5000
const MOST_VALUES = 150
