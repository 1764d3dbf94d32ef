import { type Incident, IncidentStatus } from '../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { invalid } from '../../kernel/errors/errors.ts'
import { Checks } from '../../kernel/values/checks.ts'
import { LIMITS } from '../../kernel/values/limits.ts'
import { INCIDENT_STATUSES } from './incident.ts'
import type { Obligation } from './obligations/types.ts'

/**
 * The next version of an incident, with another status. Closing or dismissing an incident with obligations that are not met asks for
 * a note that says why. The obligations stay.
 *
 * @throws DomainError VALIDATION
 */
export function moveIncident(
  incident: Incident,
  { status, note }: { status: IncidentStatus; note: string },
  obligations: readonly Obligation[],
): Incident {
  new Checks()
    .that(INCIDENT_STATUSES.knows(status), 'status', INCIDENT_STATUSES.expected)
    .that(status !== incident.status, 'status', 'is the status it has')
    .text('note', note, LIMITS.description)
    .done()
  const unmet = obligations.filter(isUnmet).map(({ regime, step, state }) => `${regime} ${step} (${state})`)
  if (ENDS.includes(status) && unmet.length > 0 && note.trim() === '')
    throw invalid(
      { note: [`must say why: obligations are not met: ${unmet.join(', ')}`] },
      { unmet_obligations: unmet },
    )
  const { work } = incident
  const moved = { ...incident, status, note, version: incident.version + 1 }
  return work === undefined ? moved : { ...moved, work: { ...work, change: 'move' } }
}

/** Whether something is still to be filed, as far as is known. */
function isUnmet({ state, conditional }: Obligation): boolean {
  return state === 'due' || state === 'overdue' || (state === 'waiting' && !conditional)
}

const ENDS: readonly IncidentStatus[] = [IncidentStatus.CLOSED, IncidentStatus.DISMISSED]
