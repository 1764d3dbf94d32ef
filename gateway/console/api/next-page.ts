import type { InfiniteQueryObserverResult } from '@tanstack/react-query'

/**
 * Fetches the next page. Waits for a refresh in progress first: it would otherwise be cancelled, and with it the changes of an
 * action that it brings.
 */
export async function nextPage(
  query: Pick<InfiniteQueryObserverResult, 'isFetching' | 'isFetchingNextPage' | 'fetchNextPage'>,
): Promise<void> {
  const wait = { cancelRefetch: false }
  if (query.isFetching && !query.isFetchingNextPage) await query.fetchNextPage(wait)
  await query.fetchNextPage(wait)
}
