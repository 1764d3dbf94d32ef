import { isObject, own } from '../../own.ts'
import { firstWord, type Severity, severityOfNumber } from '../../severity.ts'
import { crowdstrikeScore } from './crowdstrike-alert.ts'
import type { Product } from './product.ts'

/** An event of CrowdStrike's event stream: a detection or incident summary in its envelope. */
export const crowdstrikeEventStream: Product = {
  id: 'crowdstrike_event_stream',
  name: 'CrowdStrike event stream',
  detect: (body) =>
    own(body, 'metadata', 'eventType') !== undefined &&
    own(body, 'metadata', 'eventCreationTime') !== undefined &&
    isObject(own(body, 'event')),
  read: (body) => {
    const event = own(body, 'event')
    const ids = ['CompositeId', 'DetectId', 'IncidentID'].map((key) => own(event, key))
    return {
      title: [
        ...['Name', 'DetectName'].map((key) => ({ field: `event.${key}`, value: own(event, key) })),
        ...(ids.some((id) => id !== undefined) ? [eventTypeOf(body)] : []),
      ],
      description: [own(event, 'Description'), own(event, 'DetectDescription')],
      severity: severityOf(body),
      sourceSystem: ['CrowdStrike Falcon'],
      externalId: ids,
      occurredAt: [own(body, 'metadata', 'eventCreationTime')],
      affectedSystems: [own(event, 'ComputerName'), own(event, 'Hostname')],
    }
  },
}

/** An incident summary has an id but no name: its type stands in. Audit events have neither and are no incidents. */
function eventTypeOf(body: unknown) {
  return { field: 'metadata.eventType', value: own(body, 'metadata', 'eventType'), standsIn: true }
}

function severityOf(body: unknown): Severity {
  const word = firstWord(own(body, 'event', 'SeverityName'))
  if (word !== 'unknown') return word
  const number = own(body, 'event', 'Severity')
  const oneToFive = own(body, 'metadata', 'eventType') === 'DetectionSummaryEvent'
  return (oneToFive ? severityOfNumber(number, ONE_TO_FIVE) : null) ?? crowdstrikeScore(number)
}

const ONE_TO_FIVE = [
  { from: 1, severity: 'low' },
  { from: 3, severity: 'medium' },
  { from: 4, severity: 'high' },
  { from: 5, severity: 'critical' },
] as const
