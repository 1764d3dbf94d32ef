import type { JsonValue } from '../../../kernel/json/canonical-json.ts'
import { regulationName } from '../obligations/names.ts'
import { inUtc, line, type NotifiedEvent } from './events.ts'

/** An incident that was opened is an event. One of unknown severity waits for triage. */
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
      `Severity ${record.severity}, regulation ${regulationName(record.regulation)}, detected at ${inUtc(record.detected_at)}.`,
      ...(record.is_significant ? [duties(record)] : []),
      `Incident ${record.id}`,
    ].join('\n'),
  }
  if (record.severity !== 'unknown') return [opened]
  const waiting: NotifiedEvent = {
    ...common,
    kind: 'incident.severity_unknown',
    key: `incident.severity_unknown ${record.id}`,
    title: `Severity unknown: ${title}`,
    text: `An alert came without a severity that can be read. It waits until a person has looked at it and given it one.\nIncident ${record.id}`,
  }
  return [opened, waiting]
}

/** The three deadlines of the v1 API are those of NIS2; other laws require other reports. */
function duties({ regulation, early_warning_deadline, notification_deadline }: IncidentRecord): string {
  if (
    regulation !== 'nis2' ||
    typeof early_warning_deadline !== 'string' ||
    typeof notification_deadline !== 'string'
  )
    return 'It is significant. The page of the incident lists the reports that are due, their recipients and limits.'
  return `It is significant: early warning by ${inUtc(early_warning_deadline)}, notification by ${inUtc(notification_deadline)}.`
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
