import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { codes, type Level, ofEvent, scale } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { rule, type State, when } from '../state.ts'
import { eventIdentity, wholeSyslogTime } from '../texts/event-text.ts'
import { CEF, labelledTime } from './cef-fields.ts'
import { deviceGrade } from './cef-grades.ts'
import { namedFinding } from './cef-titles.ts'
import { trafficRecord } from './traffic-record.ts'

/** Very-High is 9 and 10 (ArcSight, "Severity: Low, Medium, High, Very-High; 0-3, 4-6, 7-8, 9-10"). */
const GRADES = {
  low: 'low',
  medium: 'medium',
  high: 'high',
  'very-high': 'critical',
  'very high': 'critical',
} as const

/**
 * An event of any device in the Common Event Format: its text in a field of JSON, its fields as Filebeat and Logstash write them,
 * and a row of Sentinel's CommonSecurityLog.
 */
export const commonEventFormat: Product = {
  id: 'common_event_format',
  name: 'Common Event Format',
  source:
    'https://www.microfocus.com/documentation/arcsight/arcsight-smartconnectors/pdfdoc/common-event-format-v25/common-event-format-v25.pdf; https://learn.microsoft.com/azure/azure-monitor/reference/tables/commonsecuritylog',
  forms: [
    [has('cef.deviceVendor'), has('cef.deviceProduct'), has('cef.name')],
    [has('cef.device.vendor'), has('cef.device.product'), hasOneOf('cef.name', 'cef.device.event_class_id')],
    [
      ...[has('deviceVendor'), has('deviceProduct'), has('deviceVersion')],
      ...[hasOneOf('deviceEventClassId', 'signatureId'), hasOneOf('name', 'Activity')],
      hasOneOf('severity', 'LogSeverity'),
    ],
  ],
  title: [
    // FortiGate's name is the kind of log. The finding is in a field beside it.
    '{cef.name}: {cef.extension.FTNTFGTattack}',
    '{cef.name}: {cef.extension.FTNTFGTvirus}',
    { path: 'cef.name', of: namedFinding },
    // A name of one word needs the context that it belongs to.
    ...['cef.name', 'name', 'Activity'].map((path) => ({ path, part: /^(\S+\s.+)/s })),
    '{cef.deviceVendor} {cef.deviceProduct}: {cef.deviceEventClassId} {cef.name}',
    '{cef.device.vendor} {cef.device.product}: {cef.device.event_class_id} {cef.name}',
    '{deviceVendor} {deviceProduct}: {deviceEventClassId} {name}',
    '{deviceVendor} {deviceProduct}: {deviceEventClassId} {Activity}',
    ...['cef.name', 'name', 'Activity', 'event.code'],
  ],
  titleStandIn: [
    '{cef.deviceVendor} {cef.deviceProduct}: {cef.deviceEventClassId}',
    '{cef.device.vendor} {cef.device.product}: {cef.device.event_class_id}',
    '{deviceVendor} {deviceProduct}: {deviceEventClassId}',
  ],
  description: ['cef.extension.msg', 'cef.extensions.message', 'msg', 'Message', 'message'],
  severity: [
    deviceGrade,
    ...CEF.severity.flatMap((path) => [
      beyondScale(path),
      scale(path, { low: 0, medium: 4, high: 7, critical: 9 }),
      codes(path, GRADES),
      ofEvent(path),
    ]),
  ],
  sourceSystem: (alert) =>
    [CEF.vendor, CEF.product].map((paths) => plainText(valueAt(alert, ...paths))).join(' '),
  time: [
    ...['cef.extension.rt', 'cef.extension.end', 'cef.extension.start', 'cef.extension.FTNTFGTeventtime'],
    ...['cef.extension.FortinetFortiGateeventtime', 'cef.extension.event_timestamp'],
    ...['cef.extension.change_timestamp', 'cef.extension.BitdefenderGZDetectionTime'],
    ...['cef.extension.endTime', 'cef.extension.startTime'],
    ...['cef.extensions.deviceReceiptTime', 'cef.extensions.endTime', 'cef.extensions.startTime'],
    ...['deviceReceiptTime', 'ReceiptTime', 'endTime', 'startTime', 'rt', 'end', 'start'],
    { path: 'cef.extension.deviceCustomDate1', of: labelledTime },
    'TimeGenerated',
    wholeSyslogTime,
    ...['@timestamp', 'syslogTime'],
  ],
  systems: [
    ...['cef.extension.dhost', 'cef.extension.dvchost', 'cef.extension.dst', 'cef.extension.dvc'],
    ...[
      'cef.extensions.destinationHostName',
      'cef.extensions.deviceHostName',
      'cef.extensions.destinationAddress',
    ],
    ...[
      'destinationHostName',
      'deviceHostName',
      'DeviceName',
      'destinationAddress',
      'DestinationIP',
      'Computer',
    ],
  ],
  identity: {
    of: eventIdentity,
    why: 'The id is not unique: no id is in the events of every device, and externalId counts within a device. Identity: the whole event with its time, or else the time of its syslog header, or else that of its shipper.',
    unmatched: 'Each device says in fields of its own which of its events one that is resolved is about.',
  },
  state: [
    rule(trafficRecord),
    when('cef.extension.alert_device_status', ['Resolved'], 'resolved'),
    when('cef.extension.CtdAlertStatus', ['Resolved'], 'resolved'),
    rule(recordOfClaroty),
  ],
}

/** Claroty CTD sends its own health and what its users did as events, too. */
function recordOfClaroty(alert: unknown): State | null {
  if (plainText(valueAt(alert, ...CEF.vendor)) !== 'Claroty') return null
  return /^(?:HealthCheck|ActivityLog)$/.test(plainText(valueAt(alert, ...CEF.class)))
    ? 'informational'
    : null
}

/** The scale of CEF ends at 10. The meaning of a higher number is not known. */
function beyondScale(path: string): (alert: unknown) => Level | null {
  return (alert) => (Number(plainText(valueAt(alert, path)).trim()) > 10 ? 'unknown' : null)
}
