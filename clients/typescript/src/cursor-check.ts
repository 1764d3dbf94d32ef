/**
 * Checks the cursors by which a list is read. A malicious server could otherwise keep its reader in an endless loop, by repeating
 * a cursor or by returning a new one for every page, even for empty pages.
 *
 * @param most the number of pages that a list may have
 * @returns a function that takes the cursor of each next page, and returns why it MUST NOT be followed
 */
export function cursorCheck(most: number): (cursor: unknown) => string | undefined {
  const followed = new Set<string>()
  return (cursor) => {
    if (typeof cursor !== 'string' || cursor === '' || cursor.length > MAX_LENGTH)
      return 'the server answered something that is no cursor'
    if (followed.has(cursor)) return 'the server answered a cursor twice'
    if (followed.add(cursor).size >= most) return `the list has more than ${most} pages`
    return undefined
  }
}

/** A cursor is a UUID, or of a list that is sorted by several columns somewhat longer. */
const MAX_LENGTH = 1024
