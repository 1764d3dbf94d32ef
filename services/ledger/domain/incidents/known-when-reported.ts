import { Moment } from '../../../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import type { Incident } from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { dateOf } from '../../../kernel/values/time.ts'
import { workOf } from './incident-change.ts'

/**
 * A new incident. Where its time of detection is said to be later than its report, the organization is aware of it from the report on: a
 * clock that is wrong, or a time that is made up, MUST NOT put off what is due (docs/obligations.md). The three deadlines of the v1 API
 * follow the time of detection in any case.
 */
export function knownWhenReported(incident: Incident): Incident {
  const { createdAt, detectedAt } = incident
  if (dateOf(detectedAt!) <= dateOf(createdAt!)) return incident
  const moment = {
    $typeName: 'attestry.ledger.v1.IncidentMoment' as const,
    moment: Moment.AWARE,
    at: createdAt!,
    saidBy: 'time of the report',
  }
  return { ...incident, work: { ...workOf(incident), moments: [moment] } }
}
