import { callUnaryMethod } from '@connectrpc/connect-query'
import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  type ListNextObligationsResponse,
  ObligationService,
} from '../../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import type { Instant } from '../components/instant.ts'
import { transport } from './transport.ts'

const NEXT = ObligationService.method.listNextObligations

/**
 * The earliest deadline of each of these incidents, of the reports that are not made yet. One call for every AT_ONCE
 * incidents.
 *
 * @param rows stays the same as long as the incidents do
 */
export function useDue(rows: readonly { id: string }[]): (incidentId: string) => Instant | undefined {
  const queries = useMemo(
    () =>
      Array.from({ length: Math.ceil(rows.length / AT_ONCE) }, (_, i) => {
        const incidentIds = rows.slice(i * AT_ONCE, (i + 1) * AT_ONCE).map(({ id }) => id)
        return {
          queryKey: [NEXT.parent.typeName, NEXT.name, incidentIds],
          queryFn: ({ signal }: { signal: AbortSignal }) =>
            callUnaryMethod(transport, NEXT, { incidentIds }, { signal }),
        }
      }),
    [rows],
  )
  const due = useQueries({ queries, combine: dueOf })
  return (incidentId) => due.get(incidentId)
}

function dueOf(answers: UseQueryResult<ListNextObligationsResponse>[]): Map<string, Instant | undefined> {
  const obligations = answers.flatMap(({ data }) => data?.obligations ?? [])
  return new Map(obligations.map(({ incidentId, dueAt }) => [incidentId, dueAt]))
}

/** The length of a page of the list. */
const AT_ONCE = 100
