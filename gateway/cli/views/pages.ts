/** Reads a list page by page, newest first: all of it, or its first `limit` rows. */
export async function readAll<T>(
  limit: number | undefined,
  read: (page: { limit: number; cursor: string }) => Promise<{ rows: T[]; nextCursor: string }>,
): Promise<T[]> {
  const found: T[] = []
  let cursor = ''
  do {
    const wanted = limit === undefined ? PAGE : Math.min(PAGE, limit - found.length)
    const { rows, nextCursor } = await read({ limit: wanted, cursor })
    found.push(...rows)
    cursor = nextCursor
  } while (cursor !== '' && (limit === undefined || found.length < limit))
  return found
}

const PAGE = 200
