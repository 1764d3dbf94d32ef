import type { DescMessage, DescMethodUnary, MessageInitShape, MessageShape } from '@bufbuild/protobuf'
import { callUnaryMethod } from '@connectrpc/connect-query'
import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { RowCount } from '../../../proto/gen/attestry/common/v1/paging_pb.ts'
import { nextPage } from './next-page.ts'
import { transport } from './transport.ts'

/** The part that the answers of all list RPCs share. */
type Listed = { nextCursor: string }

/** A list that grows page by page. */
export type List<Row> = {
  rows: Row[]
  /** How many the filter shows, where the request asks for it. */
  count?: RowCount | undefined
  isPending: boolean
  error: unknown
  hasMore: boolean
  /** A page is being fetched, a next one or one again. */
  isFetching: boolean
  isLoadingMore: boolean
  more: () => void
  retry: () => void
}

/**
 * The rows of a list RPC, newest first, page by page.
 *
 * @param pick the rows of an answer
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
      callUnaryMethod(
        transport,
        method,
        { ...(input as object), page: { limit, cursor: pageParam } } as unknown as MessageInitShape<I>,
        { signal },
      ),
    getNextPageParam: (last) => (last as unknown as Listed).nextCursor || undefined,
  })
  const pages = query.data?.pages
  // biome-ignore lint/correctness/useExhaustiveDependencies: what picks the rows of an answer never differs.
  const rows = useMemo(() => pages?.flatMap(pick) ?? [], [pages])
  // A first try that failed and is made again waits like the first one.
  const again = query.data === undefined && query.isFetching
  return {
    ...listOf(query, rows),
    count: (pages?.[0] as { count?: RowCount } | undefined)?.count,
    isPending: query.isPending || again,
    error: again ? null : query.error,
  }
}

/** The list that the pages of a query make. */
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

/** A request as a key: bigint has no JSON of its own. */
function keyOf(input: unknown): string {
  return JSON.stringify(input, (_, value) => (typeof value === 'bigint' ? String(value) : value))
}
