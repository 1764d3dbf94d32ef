import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { nextPage } from './next-page.ts'

test('a further page requested during a refresh is read after it, and the refresh is kept', async () => {
  let state = 'open'
  let hold: PromiseWithResolvers<void> | undefined
  const asked: number[] = []
  const observer = new InfiniteQueryObserver(new QueryClient(), {
    queryKey: ['rows'],
    initialPageParam: 0,
    queryFn: async ({ pageParam }) => {
      asked.push(pageParam)
      const row = `${pageParam} ${state}`
      await hold?.promise
      return row
    },
    getNextPageParam: (_, pages) => pages.length,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const stop = observer.subscribe(() => {})
  const pages = () => observer.getCurrentResult().data?.pages
  await expect.poll(pages).toEqual(['0 open'])
  // After an action the data is read again, and the answer is slow.
  state = 'closed'
  hold = Promise.withResolvers()
  const refreshed = observer.refetch()
  await expect.poll(() => observer.getCurrentResult().isFetching).toBe(true)
  const more = nextPage(observer.getCurrentResult())
  hold.resolve()
  await Promise.all([refreshed, more])
  expect(pages()).toEqual(['0 closed', '1 closed'])
  // The refresh was read once, and not cancelled for the page.
  expect(asked).toEqual([0, 0, 1])
  stop()
})
