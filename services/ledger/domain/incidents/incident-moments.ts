import type { SetIncidentMomentsRequest } from '../../../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import { type IncidentMoment, Moment } from '../../../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import type { Incident } from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { invalid } from '../../../kernel/errors/errors.ts'
import { requireVersionIfNamed } from '../../../kernel/errors/expected-version.ts'
import { dateOf, timestamp } from '../../../kernel/values/time.ts'
import { type Changing, nextVersion, requirePast, workOf } from './incident-change.ts'
import { MOMENT_WORDS } from './incident-facts.ts'
import { withoutReport, withReport } from './known-when-reported.ts'

/**
 * The version of an incident with other moments. `detected` is the incident's detected_at: it cannot be cleared, and the
 * deadlines follow it.
 *
 * @throws DomainError VALIDATION, CONFLICT
 */
export function setMoments(
  incident: Incident,
  request: SetIncidentMomentsRequest,
  { at: now, by }: Changing,
): Incident {
  checkMoments(request, now)
  requireVersionIfNamed('incident', incident, request.expectedVersion)
  const moments = new Map(workOf(incident).moments.map((one) => [one.moment, one]))
  const change: Partial<Incident> = {}
  for (const { moment, at } of request.moments) {
    if (at === undefined) moments.delete(moment)
    else if (moment === Moment.DETECTED) change.detectedAt = timestamp(dateOf(at))
    else {
      const recorded: IncidentMoment = {
        $typeName: 'attestry.ledger.v1.IncidentMoment',
        moment,
        at: timestamp(dateOf(at)),
        saidBy: request.saidBy || by,
      }
      moments.set(moment, recorded)
    }
  }
  const inOrder = [...moments.values()].sort((a, b) => a.moment - b.moment)
  const { detectedAt } = change
  const left = detectedAt === undefined ? inOrder : withoutReport(inOrder, detectedAt)
  const isCleared = request.moments.some(({ moment, at }) => moment === Moment.AWARE && at === undefined)
  const known = isCleared ? withReport(left, { ...incident, ...change }) : left
  return nextVersion(incident, change, { moments: known }, 'moments', request.reason)
}

function checkMoments(request: SetIncidentMomentsRequest, now: Date): void {
  const seen = new Set<Moment>()
  for (const [i, { moment, at }] of request.moments.entries()) {
    const word = MOMENT_WORDS.word(moment)
    if (seen.has(moment)) throw invalid({ [`moments.${i}.moment`]: [`${word} is given twice`] })
    seen.add(moment)
    if (at !== undefined) requirePast(word, dateOf(at), now)
    else if (moment === Moment.DETECTED) throw invalid({ detected: ['cannot be cleared'] })
  }
}
