import {
  type Incident,
  IncidentStatus,
  IncidentStatusSchema,
} from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { choicesOf } from '../../language/words.ts'

/** Returns the statuses to which at least one of the incidents can move: every one but that which all of them have. */
export function statusChoices(incidents: readonly Pick<Incident, 'status'>[]): [string, string][] {
  const statuses = new Set(incidents.map(({ status }) => status))
  return choicesOf(IncidentStatusSchema, statuses.size === 1 ? [...statuses] : [])
}

/** Returns the status to which an incident most often moves next, as the value of a choice: that after its own, or open again. */
export function nextStatus({ status }: Pick<Incident, 'status'>): string {
  if (status === IncidentStatus.CLOSED || status === IncidentStatus.DISMISSED)
    return String(IncidentStatus.OPEN)
  return String(status + 1)
}
