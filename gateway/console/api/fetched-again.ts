import type { QueryClient } from '@tanstack/react-query'

const PATIENCE_MS = 5_000

/** Fetches all shown data again, and waits until the page has it: what a person does next begins with it. It waits five seconds at most. */
export async function fetchedAgain(queries: QueryClient): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS)
  })
  await Promise.race([queries.invalidateQueries(), enough])
  clearTimeout(timer)
}
