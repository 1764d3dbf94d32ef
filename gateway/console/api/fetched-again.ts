import type { QueryClient } from '@tanstack/react-query'

const PATIENCE_MS = 5_000

/**
 * Fetches all shown data again and waits at most five seconds until the page has it, since the person's next step starts from it.
 */
export async function fetchedAgain(queries: QueryClient): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS)
  })
  await Promise.race([queries.invalidateQueries(), enough])
  clearTimeout(timer)
}
