import {
  type Incident,
  IncidentStatus,
  type MoveIncidentRequest,
  type SetIncidentStatusRequest,
} from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { DomainError, invalid, Reason } from '../../../kernel/errors/errors.ts'
import { requireVersionIfNamed } from '../../../kernel/errors/expected-version.ts'
import { Checks } from '../../../kernel/values/checks.ts'
import { hasVisibleCharacter } from '../../../kernel/values/visible.ts'
import { reportName } from '../obligations/names.ts'
import type { Obligation } from '../obligations/types.ts'
import { INCIDENT_STATUSES } from './incident.ts'

/**
 * The next version of an incident, with another status. To close or dismiss an incident with unmet obligations, a note MUST say
 * why. The obligations stay.
 *
 * @throws DomainError VALIDATION; CONFLICT where it has another version than the expected one
 */
export function moveIncident(
  incident: Incident,
  {
    status,
    note,
    expectedVersion = 0,
  }: Pick<MoveIncidentRequest, 'status' | 'note'> & { expectedVersion?: number },
  obligations: readonly Obligation[],
): Incident {
  requireVersionIfNamed('incident', incident, expectedVersion)
  new Checks().that(status !== incident.status, 'status', 'is the status it has').done()
  const unmet = obligations.filter(isUnmet)
  if (ENDS.includes(status) && unmet.length > 0 && !hasVisibleCharacter(note)) {
    const reports = unmet.map(({ regime, step, state }) => `${reportName(regime, step)} (${state})`)
    throw invalid(
      { note: [`must say why: obligations are not met: ${reports.join(', ')}`] },
      { unmet_obligations: unmet.map(({ regime, step, state }) => `${regime} ${step} (${state})`) },
    )
  }
  const { work } = incident
  const moved = { ...incident, status, note, version: incident.version + 1 }
  return work === undefined ? moved : { ...moved, work: { ...work, change: 'move' } }
}

/**
 * The incident with another status. One that already has that status is returned as it is, so that a repetition changes nothing.
 *
 * @throws DomainError VALIDATION; CONFLICT where it has neither this status nor the expected one
 */
export function setStatus(
  incident: Incident,
  request: Pick<SetIncidentStatusRequest, 'status' | 'note' | 'expectedStatus'>,
  obligations: readonly Obligation[],
): Incident {
  const { status, note, expectedStatus } = request
  if (status === incident.status) return incident
  if (expectedStatus !== 0 && expectedStatus !== incident.status) {
    const current = INCIDENT_STATUSES.word(incident.status)
    throw new DomainError(Reason.CONFLICT, `the incident is ${current}: read it again`, {
      details: { current_status: current },
    })
  }
  return moveIncident(incident, { status, note }, obligations)
}

/** Whether something is still to be filed, as far as is known. */
function isUnmet({ state, conditional }: Obligation): boolean {
  return state === 'due' || state === 'overdue' || (state === 'waiting' && !conditional)
}

const ENDS: readonly IncidentStatus[] = [IncidentStatus.CLOSED, IncidentStatus.DISMISSED]
