import type { Timestamp } from '@bufbuild/protobuf/wkt'
import { type IncidentMoment, Moment } from '../../../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
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
    saidBy: REPORT,
  }
  return { ...incident, work: { ...workOf(incident), moments: [moment] } }
}

/** The moments of an incident whose time of detection is corrected: what is due runs from that one again, where it is not later than the report. */
export function withoutReport(moments: readonly IncidentMoment[], detectedAt: Timestamp): IncidentMoment[] {
  const detected = dateOf(detectedAt)
  return moments.filter(
    ({ moment, saidBy, at }) => moment !== Moment.AWARE || saidBy !== REPORT || dateOf(at!) < detected,
  )
}

const REPORT = 'time of the report'
