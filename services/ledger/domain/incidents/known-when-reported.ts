import type { Timestamp } from '@bufbuild/protobuf/wkt'
import { type IncidentMoment, Moment } from '../../../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import type { Incident } from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { dateOf } from '../../../kernel/values/time.ts'
import { workOf } from './incident-change.ts'

/**
 * Returns a new incident. If its stated detection time is later than its report, the organization counts as aware since the
 * report: a wrong clock or a false time MUST NOT postpone obligations (docs/obligations.md). The three deadlines of the v1 API
 * follow the time of detection in any case.
 */
export function knownWhenReported(incident: Incident): Incident {
  const work = workOf(incident)
  const moments = withReport(work.moments, incident)
  return moments === work.moments ? incident : { ...incident, work: { ...work, moments } }
}

/**
 * The moments of an incident. The time of its report is added as the moment of awareness where the time of detection is later and
 * nobody has stated that moment.
 */
export function withReport(moments: IncidentMoment[], incident: Times): IncidentMoment[] {
  const { createdAt, detectedAt } = incident
  const isKnown = moments.some(({ moment }) => moment === Moment.AWARE)
  if (isKnown || dateOf(detectedAt!) <= dateOf(createdAt!)) return moments
  const report: IncidentMoment = {
    $typeName: 'attestry.ledger.v1.IncidentMoment',
    moment: Moment.AWARE,
    at: createdAt!,
    saidBy: REPORT,
  }
  return [...moments, report].sort((a, b) => a.moment - b.moment)
}

type Times = Pick<Incident, 'createdAt' | 'detectedAt'>

/**
 * The moments of an incident after a correction of its time of detection: where that is not later than the report, deadlines run
 * from it again.
 */
export function withoutReport(moments: readonly IncidentMoment[], detectedAt: Timestamp): IncidentMoment[] {
  const detected = dateOf(detectedAt)
  return moments.filter(
    ({ moment, saidBy, at }) => moment !== Moment.AWARE || saidBy !== REPORT || dateOf(at!) < detected,
  )
}

const REPORT = 'time of the report'
