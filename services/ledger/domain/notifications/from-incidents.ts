import type { JsonValue } from '../../../kernel/canonical-json.ts'
import { line, type NotifiedEvent } from './events.ts'

/** An incident was opened; of unknown severity, it waits until somebody has looked. */
export function eventsOfIncident(record: IncidentRecord): NotifiedEvent[] {
  if (record.version !== 1) return []
  const data = {
    incident_id: record.id,
    title: record.title,
    severity: record.severity,
    regulation: record.regulation,
    is_significant: record.is_significant,
    detected_at: record.detected_at,
    early_warning_deadline: record.early_warning_deadline,
    notification_deadline: record.notification_deadline,
    final_report_deadline: record.final_report_deadline,
  }
  const title = line(record.title)
  const common = { subjectId: record.id, data }
  const opened: NotifiedEvent = {
    ...common,
    kind: 'incident.opened',
    key: `incident.opened ${record.id}`,
    title: `Incident opened (${record.severity}): ${title}`,
    text: [
      `Severity ${record.severity}, regulation ${record.regulation}, detected at ${record.detected_at}.`,
      ...(record.is_significant
        ? [
            `It is significant: early warning by ${record.early_warning_deadline}, notification by ${record.notification_deadline}.`,
          ]
        : []),
      `Incident ${record.id}`,
    ].join('\n'),
  }
  if (record.severity !== 'unknown') return [opened]
  const waiting: NotifiedEvent = {
    ...common,
    kind: 'incident.severity_unknown',
    key: `incident.severity_unknown ${record.id}`,
    title: `Severity unknown: ${title}`,
    text: `An alert came without a severity that can be read. It waits until a person has looked at it.\nIncident ${record.id}`,
  }
  return [opened, waiting]
}

type IncidentRecord = {
  id: string
  version: number
  title: string
  severity: string
  regulation: string
  is_significant: boolean
  detected_at: string
  early_warning_deadline: JsonValue
  notification_deadline: JsonValue
  final_report_deadline: JsonValue
}
