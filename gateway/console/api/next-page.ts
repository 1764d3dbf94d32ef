import type { InfiniteQueryObserverResult } from '@tanstack/react-query'

/** Fetches the next page; after a refresh that is under way, which would be given up, and with it what an act has changed. */
export async function nextPage(
  query: Pick<InfiniteQueryObserverResult, 'isFetching' | 'isFetchingNextPage' | 'fetchNextPage'>,
): Promise<void> {
  const wait = { cancelRefetch: false }
  if (query.isFetching && !query.isFetchingNextPage) await query.fetchNextPage(wait)
  await query.fetchNextPage(wait)
}
