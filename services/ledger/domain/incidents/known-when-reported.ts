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
  const work = workOf(incident)
  const moments = withReport(work.moments, incident)
  return moments === work.moments ? incident : { ...incident, work: { ...work, moments } }
}

/** The moments of an incident, with that of its report where nobody has said another one and the time of detection is later. */
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

/** The moments of an incident whose time of detection is corrected: what is due runs from that one again, where it is not later than the report. */
export function withoutReport(moments: readonly IncidentMoment[], detectedAt: Timestamp): IncidentMoment[] {
  const detected = dateOf(detectedAt)
  return moments.filter(
    ({ moment, saidBy, at }) => moment !== Moment.AWARE || saidBy !== REPORT || dateOf(at!) < detected,
  )
}

const REPORT = 'time of the report'
