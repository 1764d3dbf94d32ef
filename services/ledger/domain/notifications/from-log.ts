import type { NotifiedEvent } from './events.ts'
import { eventsOfCertification, eventsOfProfile, eventsOfSuite } from './from-approvals.ts'
import { eventsOfDelivery } from './from-deliveries.ts'
import { eventsOfDecision, eventsOfFinding, eventsOfTrigger, noteResolution } from './from-gate.ts'
import { eventsOfIncident } from './from-incidents.ts'
import type { LogEntry, LogRecord, Marks } from './log-entry.ts'

/** The types of records that events follow from. */
export const EVENT_TYPES = new Set([
  'incidents',
  'gate-decisions',
  'triggers',
  'findings',
  'resolutions',
  'certifications',
  'suites',
  'agent-profiles',
])

/**
 * Returns the events that follow from an entry of the log, in order. Its only side effect is on the marks. The same log always
 * gives the same events, so that a reader can stop and continue later.
 */
export function eventsOf(entry: LogEntry, records: readonly LogRecord[], marks: Marks): NotifiedEvent[] {
  const events = entry.via === 'webhook' ? eventsOfDelivery(entry, marks) : []
  for (const one of records) events.push(...eventsOfRecord(one, marks))
  return events
}

/** The subjects whose marks `eventsOf` may read or change: systems, findings and webhook endpoints that the entry names. */
export function markedSubjects({ via, actor, details }: LogEntry, records: readonly LogRecord[]): string[] {
  const named: unknown[] = via === 'webhook' ? [actor.id, details.endpoint_id] : []
  for (const { record } of records) named.push(record.ai_system_id, record.finding_id, record.subject_id)
  return named.filter((subject) => typeof subject === 'string')
}

function eventsOfRecord(one: LogRecord, marks: Marks): NotifiedEvent[] {
  switch (one.type) {
    case 'incidents':
      return eventsOfIncident(one.record)
    case 'gate-decisions':
      return eventsOfDecision(one.record, marks)
    case 'triggers':
      return eventsOfTrigger(one.record)
    case 'findings':
      return eventsOfFinding(one.record, marks)
    case 'resolutions':
      noteResolution(one.record, marks)
      return []
    case 'certifications':
      return eventsOfCertification(one.record, marks)
    case 'suites':
      return eventsOfSuite(one.record, marks)
    case 'agent-profiles':
      return eventsOfProfile(one.record, marks)
    default:
      return []
  }
}
