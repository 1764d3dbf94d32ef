import { Code, ConnectError } from '@connectrpc/connect'
import { QueryClient } from '@tanstack/react-query'

/**
 * The cache of fetched data. A page that is shown again fetches data that is older than 15 s again. A fetch with a temporary
 * failure is tried once more.
 */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (failures, error) => failures < 1 && PASSING.has(ConnectError.from(error).code),
    },
  },
})

const PASSING = new Set([Code.Unavailable, Code.Unknown])
