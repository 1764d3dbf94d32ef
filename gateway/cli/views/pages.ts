/**
 * Reads a list page by page, newest first: all of it, or its first `limit` rows. Fails if a server returns more rows than were
 * asked for, or a cursor that it returned before: reading might never end.
 *
 * @param mostOfOne the number of rows that one requested row can become
 * @throws Error
 */
export async function readAll<T>(
  limit: number | undefined,
  read: (page: { limit: number; cursor: string }) => Promise<{ rows: T[]; nextCursor: string }>,
  mostOfOne = 1,
): Promise<T[]> {
  const found: T[] = []
  const followed = new Set<string>()
  let cursor = ''
  do {
    const wanted = limit === undefined ? PAGE : Math.min(PAGE, limit - found.length)
    followed.add(cursor)
    const { rows, nextCursor } = await read({ limit: wanted, cursor })
    if (rows.length > wanted * mostOfOne) throw new Error('the server answered more rows than were asked for')
    for (const row of rows) found.push(row)
    cursor = nextCursor
    if (followed.has(cursor) && cursor !== '') throw new Error('the server answered a cursor twice')
    if (followed.size >= PAGES && cursor !== '')
      throw new Error(`the list has more than ${PAGES} pages: give a filter or --limit`)
  } while (cursor !== '' && (limit === undefined || found.length < limit))
  return found
}

const PAGE = 200
const PAGES = 10_000
