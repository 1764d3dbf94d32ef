import { useQuery } from '@connectrpc/connect-query'
import type { Obligation } from '../../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import { ObligationService } from '../../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import type { Instant } from '../parts/instant.ts'

/** When the first report of an incident that is not made yet is due: of the 200 that are due first. */
export function useDue(): (incidentId: string) => Instant | undefined {
  const { data } = useQuery(ObligationService.method.listObligations, { limit: 200 })
  const first = new Map<string, Obligation>()
  for (const one of data?.obligations ?? []) {
    if (one.dueAt !== undefined && !first.has(one.incidentId)) first.set(one.incidentId, one)
  }
  return (incidentId) => first.get(incidentId)?.dueAt
}
