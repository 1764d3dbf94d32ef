import {
  type IncidentCount,
  IncidentStatus,
  type ListIncidentsRequest,
  ListOrder as Order,
  Severity,
  type SummarizeIncidentsResponse,
} from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { flag, type ListFilter, type ListOrder, listFilterOf } from '../lists/list-filter.ts'
import { INCIDENT_STATUSES, REGULATIONS, SEVERITIES } from './incident.ts'

/** The filter of a list of incidents, or undefined when the list is of all. @throws DomainError VALIDATION */
export function incidentFilterOf(
  organizationId: string,
  request: ListIncidentsRequest,
  now: Date,
): ListFilter | undefined {
  const { overdue } = request
  const filter = listFilterOf(organizationId, 'incidents', {
    ...request,
    values: {
      status: request.status.map(INCIDENT_STATUSES.word),
      severity: request.severity.map(SEVERITIES.word),
      regulation: request.regulation.map(REGULATIONS.word),
      is_significant: flag(request.isSignificant),
      source_external_id: request.externalId === '' ? [] : [request.externalId],
      owner_id: request.ownerId === '' ? [] : [request.ownerId],
    },
  })
  return overdue === undefined ? filter : { ...filter, overdue: { is: overdue, at: now } }
}

/** The order of a list of incidents. Without one: newest first. */
export function orderOf(order: Order): ListOrder {
  return ORDERS[order] ?? 'newest'
}

/** The facets by which incidents are counted, in the order of `ledger.list_facets`. */
export const INCIDENT_FACETS = ['status', 'severity', 'regulation', 'is_significant'] as const

/** Summarizes incidents from the number of incidents with each combination of facets (INCIDENT_FACETS). */
export function summaryOf(
  groups: readonly { facets: readonly string[]; count: number }[],
): Omit<SummarizeIncidentsResponse, '$typeName' | '$unknown'> {
  const counts = groups.map(({ facets: [status, severity, regulation, significant], count }) => ({
    $typeName: 'attestry.ledger.v1.IncidentCount' as const,
    status: INCIDENT_STATUSES.value(status!),
    severity: SEVERITIES.value(severity!),
    regulation: REGULATIONS.value(regulation!),
    isSignificant: significant === 'true',
    count: BigInt(count),
  }))
  const sum = (counted: (one: IncidentCount) => boolean) =>
    counts.filter(counted).reduce((total, { count }) => total + count, 0n)
  return {
    total: sum(() => true),
    active: sum(({ status }) => ACTIVE.has(status)),
    significant: sum(({ status, isSignificant }) => ACTIVE.has(status) && isSignificant),
    awaitingTriage: sum(
      ({ status, severity }) => status === IncidentStatus.OPEN && severity === Severity.UNKNOWN,
    ),
    counts,
  }
}

const ACTIVE = new Set<IncidentStatus>([
  IncidentStatus.OPEN,
  IncidentStatus.INVESTIGATING,
  IncidentStatus.CONTAINED,
])
const ORDERS: { [order: number]: ListOrder } = {
  [Order.NEWEST]: 'newest',
  [Order.OLDEST]: 'oldest',
  [Order.DETECTED_NEWEST]: 'detected_newest',
  [Order.DETECTED_OLDEST]: 'detected_oldest',
}
