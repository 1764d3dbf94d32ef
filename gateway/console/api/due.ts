import { callUnaryMethod } from '@connectrpc/connect-query'
import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  type ListNextObligationsResponse,
  ObligationService,
} from '../../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import type { Instant } from '../language/instant.ts'
import { transport } from './transport.ts'

const NEXT = ObligationService.method.listNextObligations

/** Deadlines of incidents. */
export type Deadlines = {
  /** Returns the earliest deadline of the reports of an incident that are not made yet; undefined where there is none. */
  of: (incidentId: string) => Instant | undefined
  /**
   * Whether the deadlines of an incident are known. They are not while they are fetched, or where that failed; then none is
   * shown.
   */
  isKnown: (incidentId: string) => boolean
  /** Why some deadlines could not be fetched, or null. */
  error: unknown
  retry: () => void
}

/**
 * Fetches the deadlines of incidents, in one call for every AT_ONCE of them.
 *
 * @param rows MUST be the same array as long as the incidents are the same
 */
export function useDue(rows: readonly { id: string }[]): Deadlines {
  const queries = useMemo(
    () =>
      Array.from({ length: Math.ceil(rows.length / AT_ONCE) }, (_, i) => {
        const incidentIds = rows.slice(i * AT_ONCE, (i + 1) * AT_ONCE).map(({ id }) => id)
        return {
          queryKey: [NEXT.parent.typeName, NEXT.name, incidentIds] as const,
          queryFn: ({ signal }: { signal: AbortSignal }) =>
            callUnaryMethod(transport, NEXT, { incidentIds }, { signal }),
        }
      }),
    [rows],
  )
  const answers = useQueries({ queries, combine })
  const known = useMemo(() => {
    const asked = queries.filter((_, i) => answers.of[i] !== undefined)
    return new Set(asked.flatMap(({ queryKey }) => queryKey[2]))
  }, [queries, answers])
  const due = useMemo(() => dueOf(answers.of), [answers])
  return {
    of: (incidentId) => due.get(incidentId),
    isKnown: (incidentId) => known.has(incidentId),
    error: answers.error,
    retry: answers.retry,
  }
}

const combine = (answers: UseQueryResult<ListNextObligationsResponse>[]) => ({
  of: answers.map(({ data }) => data),
  error:
    answers.find(({ data, error, isFetching }) => data === undefined && error !== null && !isFetching)
      ?.error ?? null,
  retry: () => {
    for (const { error, refetch } of answers) if (error !== null) void refetch()
  },
})

function dueOf(answers: (ListNextObligationsResponse | undefined)[]): Map<string, Instant | undefined> {
  const obligations = answers.flatMap((answer) => answer?.obligations ?? [])
  return new Map(obligations.map(({ incidentId, dueAt }) => [incidentId, dueAt]))
}

/** The length of a page of the list. */
const AT_ONCE = 100
