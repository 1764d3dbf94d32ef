import { Code, ConnectError } from '@connectrpc/connect'
import { QueryClient } from '@tanstack/react-query'

/** What has been fetched. A page that is seen again asks again after a while; what did not arrive is tried once more. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (failures, error) => failures < 1 && PASSING.has(ConnectError.from(error).code),
    },
  },
})

const PASSING = new Set([Code.Unavailable, Code.Unknown])
