import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { hashOf } from '../identity.ts'
import { ofEvent } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is } from '../recognition.ts'
import { rule, type State } from '../state.ts'

const LOGS = [
  ...['THREAT', 'TRAFFIC', 'SYSTEM', 'CONFIG', 'AUTH', 'AUTHENTICATION', 'USERID', 'IPTAG', 'HIPMATCH'],
  ...['GLOBALPROTECT', 'DECRYPTION', 'DNS', 'TUNNEL', 'SCTP', 'GTP', 'CORRELATION'],
]

/**
 * A log entry of a Palo Alto Networks firewall, in JSON from its Strata Logging Service or in its own text (palo-alto-text.ts):
 * a finding or ordinary activity.
 */
export const paloAltoLog: Product = {
  id: 'palo_alto_log',
  name: 'Palo Alto Networks',
  source:
    'SEKOIA-IO/intake-formats, Palo Alto Networks/paloalto-ngfw; https://docs.paloaltonetworks.com/ngfw/administration/monitoring/use-syslog-for-monitoring/syslog-field-descriptions',
  forms: [
    [
      ...[is('LogType', ...LOGS), has('SequenceNo'), hasOneOf('Subtype', 'SubType')],
      ...[
        hasOneOf('DeviceSN', 'LogSourceID'),
        hasOneOf('TimeGenerated', 'EventTime', 'TimeReceived', 'LogTime'),
      ],
    ],
  ],
  title: [
    ...['{Subtype}: {ThreatID}', '{Subtype}: {ThreatName}', '{Subtype}: {FileName}', '{Subtype}: {URL}'],
    'EventDescription',
    ...['{LogType} {Subtype}: {EventName}', '{LogType} {Subtype} {Action}', '{LogType} {Subtype}'],
  ],
  description: ['EventDescription', '{ThreatCategory} {DirectionOfAttack}, {Action}', 'URL', 'FileName'],
  severity: [ofEvent('VendorSeverity', 'Severity')],
  sourceSystem: (entry) => valueAt(entry, 'DeviceName', 'LogSourceName'),
  time: [...['TimeGeneratedHighResolution', 'TimeGenerated', 'EventTime'], ...['TimeReceived', 'LogTime']],
  systems: ['DestinationDeviceHost', 'DestinationAddress', 'DeviceName', 'LogSourceName'],
  identity: {
    of: (entry) => (CORRELATION.holds(entry) ? ofMatch(entry) : ofNumber(entry)),
    why: 'The id is not unique: each log of each device counts its own numbers. Identity: device, log, number, time and what was found. The number in the log of correlations is that of the rule, so the evidence is part of the identity there. An entry never changes.',
  },
  state: [rule(ofEntry)],
}

const CORRELATION = is('LogType', 'CORRELATION')
const WHAT = [
  ...['DeviceSN', 'LogSourceID', 'LogType', 'Subtype', 'SequenceNo', 'TimeGenerated', 'EventTime'],
  ...['SessionID', 'ThreatID', 'SourceAddress', 'DestinationAddress', 'EventName'],
]
const ofNumber = hashOf(...WHAT)
const ofMatch = hashOf(...WHAT, 'EventDescription')

/**
 * Informational are: in the threat log, entries graded as information; in the system log, entries graded up to low or that
 * succeeded; in other logs, sessions that did not end by a threat and are not graded above low.
 */
function ofEntry(entry: unknown): State | null {
  const [log, graded, other] = ['LogType', 'VendorSeverity', 'Severity'].map((path) =>
    plainText(valueAt(entry, path)).trim().toLowerCase(),
  )
  // A forwarder that omits the first one may have the second.
  const severity = graded || other!
  if (log === 'correlation') return null
  if (log === 'threat') return severity === 'informational' ? 'informational' : null
  if (log === 'system')
    return /^(?:informational|low|)$/.test(severity) || isSuccess(entry) ? 'informational' : null
  const isEnded = plainText(valueAt(entry, 'SessionEndReason')).toLowerCase() === 'threat'
  return isEnded || /^(?:medium|high|critical)$/.test(severity) ? null : 'informational'
}

function isSuccess(entry: unknown): boolean {
  return /\bsuccess$/i.test(plainText(valueAt(entry, 'EventName')).trim())
}
