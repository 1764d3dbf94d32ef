import type { AssessIncidentRequest } from '../../../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import {
  type IncidentAssessment,
  type IncidentMoment,
  Moment,
  Regime,
} from '../../../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import type { Incident } from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { invalid } from '../../../kernel/errors/errors.ts'
import { requireVersionIfNamed } from '../../../kernel/errors/expected-version.ts'
import { timestamp } from '../../../kernel/values/time.ts'
import { NOT_REPORTABLE, REGIMES } from '../obligations/obligations-of.ts'
import { type Changing, nextVersion, workOf } from './incident-change.ts'
import { regimeName } from './incident-facts.ts'

/** The version of an incident with another assessment of one regime. @throws DomainError VALIDATION, CONFLICT */
export function assessIncident(
  incident: Incident,
  request: AssessIncidentRequest,
  { at, by }: Changing,
): Incident {
  requireVersionIfNamed('incident', incident, request.expectedVersion)
  const { regime, applies, grounds } = request
  const { levels } = REGIMES.find(({ name }) => name === regimeName(regime))!
  const known = [...levels, NOT_REPORTABLE]
  const level = request.level || (applies ? levels[0]! : NOT_REPORTABLE)
  if (!known.includes(level)) throw invalid({ level: [`must be one of ${known.join(', ')}`] })
  if (!applies && level !== NOT_REPORTABLE)
    throw invalid({ level: [`must be empty or ${NOT_REPORTABLE} where the regime does not apply`] })
  const assessment: IncidentAssessment = {
    $typeName: 'attestry.ledger.v1.IncidentAssessment',
    regime,
    applies,
    level,
    grounds,
    assessedAt: timestamp(at),
    assessedBy: by,
  }
  const others = workOf(incident).assessments.filter((one) => one.regime !== regime)
  const assessments = [...others, assessment].sort((a, b) => a.regime - b.regime)
  return nextVersion(
    incident,
    {},
    { assessments, moments: momentsOf(incident, assessment) },
    'assessment',
    grounds,
  )
}

/**
 * Returns the moments of an incident before another assessment. A DORA assessment as major classifies the incident, and the first
 * one counts: the next assessment, whatever its result, stores that time as the moment `classified`. Neither a repetition nor a
 * withdrawal therefore moves a deadline (docs/obligations.md, rule 6).
 */
function momentsOf(incident: Incident, { regime }: IncidentAssessment): IncidentMoment[] {
  const { moments, assessments } = workOf(incident)
  const before = assessments.find((one) => one.regime === regime)
  const isKnown = moments.some(({ moment }) => moment === Moment.CLASSIFIED)
  if (regime !== Regime.DORA || isKnown || before === undefined) return moments
  if (!before.applies || before.level === NOT_REPORTABLE) return moments
  const classified: IncidentMoment = {
    $typeName: 'attestry.ledger.v1.IncidentMoment',
    moment: Moment.CLASSIFIED,
    at: before.assessedAt!,
    saidBy: before.assessedBy,
  }
  return [...moments, classified].sort((a, b) => a.moment - b.moment)
}
