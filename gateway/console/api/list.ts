import type { DescMessage, DescMethodUnary, MessageInitShape, MessageShape } from '@bufbuild/protobuf'
import { callUnaryMethod } from '@connectrpc/connect-query'
import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { RowCount } from '../../../proto/gen/attestry/common/v1/paging_pb.ts'
import { nextPage } from './next-page.ts'
import { nextCursorOf, withPage } from './paging.ts'
import { transport } from './transport.ts'

/** A list that grows page by page. */
export type List<Row> = {
  rows: Row[]
  /** How many rows match the filter, where the request asks for the count. */
  count?: RowCount | undefined
  isPending: boolean
  error: unknown
  hasMore: boolean
  /** A page is being fetched, for the first time or again. */
  isFetching: boolean
  isLoadingMore: boolean
  more: () => void
  retry: () => void
}

/**
 * Fetches the rows of a list RPC page by page, newest first.
 *
 * @param pick returns the rows of an answer
 */
export function useList<I extends DescMessage, O extends DescMessage, Row>(
  method: DescMethodUnary<I, O>,
  input: MessageInitShape<I>,
  pick: (answer: MessageShape<O>) => Row[],
  { limit = 50, enabled = true }: { limit?: number; enabled?: boolean } = {},
): List<Row> {
  const query = useInfiniteQuery({
    queryKey: [method.parent.typeName, method.name, 'pages', limit, keyOf(input)],
    enabled,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      callUnaryMethod(transport, method, withPage(input, { limit, cursor: pageParam }), { signal }),
    getNextPageParam: (last) => nextCursorOf(last) || undefined,
  })
  const pages = query.data?.pages
  // biome-ignore lint/correctness/useExhaustiveDependencies: what picks the rows of an answer never differs.
  const rows = useMemo(() => pages?.flatMap(pick) ?? [], [pages])
  // While a failed first attempt is repeated, the list is pending as it was in the first attempt.
  const again = query.data === undefined && query.isFetching
  return {
    ...listOf(query, rows),
    count: (pages?.[0] as { count?: RowCount } | undefined)?.count,
    isPending: query.isPending || again,
    error: again ? null : query.error,
  }
}

/** Makes a list of the pages of a query. */
export function listOf<Row>(query: UseInfiniteQueryResult<unknown>, rows: Row[]): List<Row> {
  return {
    rows,
    isPending: query.isPending,
    error: query.error,
    hasMore: query.hasNextPage,
    isFetching: query.isFetching,
    isLoadingMore: query.isFetchingNextPage,
    more: () => void nextPage(query),
    retry: () => void query.refetch(),
  }
}

/** Returns a request as a cache key. bigint is written as a string, since JSON.stringify refuses it. */
function keyOf(input: unknown): string {
  return JSON.stringify(input, (_, value) => (typeof value === 'bigint' ? String(value) : value))
}
