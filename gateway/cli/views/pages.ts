import { cursorCheck } from '../../../clients/typescript/src/cursor-check.ts'

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
  const problemOf = cursorCheck(PAGES)
  let cursor = ''
  do {
    const wanted = limit === undefined ? PAGE : Math.min(PAGE, limit - found.length)
    const { rows, nextCursor } = await read({ limit: wanted, cursor })
    if (rows.length > wanted * mostOfOne) throw new Error('the server answered more rows than were asked for')
    for (const row of rows) found.push(row)
    cursor = nextCursor
    if (cursor === '') return found
    const problem = problemOf(cursor)
    if (problem !== undefined) throw new Error(`${problem}; a filter or --limit reads less`)
  } while (limit === undefined || found.length < limit)
  return found
}

const PAGE = 200
const PAGES = 10_000
