import type { InfiniteQueryObserverResult } from '@tanstack/react-query'

/** Fetches the next page after a refresh in progress, which would be cancelled otherwise, together with the changes of an action. */
export async function nextPage(
  query: Pick<InfiniteQueryObserverResult, 'isFetching' | 'isFetchingNextPage' | 'fetchNextPage'>,
): Promise<void> {
  const wait = { cancelRefetch: false }
  if (query.isFetching && !query.isFetchingNextPage) await query.fetchNextPage(wait)
  await query.fetchNextPage(wait)
}
