import type { MergeIncidentRequest } from '../../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import { type IncidentMoment, Moment } from '../../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import type { Incident } from '../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { DomainError, Reason } from '../../kernel/errors/errors.ts'
import { dateOf, timestamp } from '../../kernel/values/time.ts'
import { nextVersion, requireVersion, workOf } from './incident-change.ts'
import { factsOf } from './incident-facts.ts'
import { momentOf } from './obligations/facts.ts'

/** @throws DomainError VALIDATION */

/**
 * The versions of a duplicate and of the incident that it is merged into. That one takes over an earlier awareness and an
 * earlier detection, so that no limit moves by merging.
 *
 * @throws DomainError CONFLICT
 */
export function mergeIncident(
  duplicate: Incident,
  into: Incident,
  request: Pick<MergeIncidentRequest, 'expectedVersion' | 'reason'>,
): { duplicate: Incident; into: Incident } {
  const { expectedVersion, reason } = request
  if (expectedVersion !== 0) requireVersion(duplicate, expectedVersion)
  const refuse = (why: string) => new DomainError(Reason.CONFLICT, why)
  if (workOf(duplicate).duplicateOf !== '') throw refuse('the incident is a duplicate already')
  if (workOf(into).duplicateOf !== '') throw refuse('the other incident is a duplicate itself')
  if (workOf(duplicate).duplicates.length > 0) throw refuse('the incident has duplicates itself')
  const work = workOf(into)
  const earlier = momentOf(factsOf(duplicate), 'aware').at
  const aware = momentOf(factsOf(into), 'aware').at
  const moments = earlier < aware ? withAware(work.moments, earlier, duplicate.id) : work.moments
  const detected = Math.min(...[into, duplicate].map((one) => dateOf(one.detectedAt!).getTime()))
  return {
    duplicate: nextVersion(duplicate, {}, { duplicateOf: into.id }, 'duplicate', reason),
    into: nextVersion(
      into,
      { detectedAt: timestamp(new Date(detected)) },
      { moments, duplicates: [...work.duplicates, duplicate.id] },
      'duplicate',
      reason,
    ),
  }
}

function withAware(moments: readonly IncidentMoment[], at: number, duplicate: string): IncidentMoment[] {
  const aware: IncidentMoment = {
    $typeName: 'attestry.ledger.v1.IncidentMoment',
    moment: Moment.AWARE,
    at: timestamp(new Date(at)),
    saidBy: `duplicate ${duplicate}`,
  }
  const others = moments.filter(({ moment }) => moment !== Moment.AWARE)
  return [...others, aware].sort((a, b) => a.moment - b.moment)
}
