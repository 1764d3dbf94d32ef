/** An item that was refused, and why. */
export type Refused<T> = { thing: T; error: unknown }

/** The items without success: those that were refused, and those that were not begun because the person stopped. */
export type Outcome<T> = { refused: Refused<T>[]; left: T[] }

/**
 * Makes a call for one item after the other, until the signal aborts. A refused item does not stop the others.
 *
 * @param begin called before each item with the number of items that are done
 * @returns the items that were refused, and those that were not begun
 */
export async function each<T>(
  things: readonly T[],
  call: (thing: T) => Promise<unknown>,
  signal: AbortSignal,
  begin: (done: number) => void,
): Promise<Outcome<T>> {
  const refused: Refused<T>[] = []
  for (const [done, thing] of things.entries()) {
    if (signal.aborted) return { refused, left: things.slice(done) }
    begin(done)
    try {
      await call(thing)
    } catch (error) {
      refused.push({ thing, error })
    }
  }
  return { refused, left: [] }
}
