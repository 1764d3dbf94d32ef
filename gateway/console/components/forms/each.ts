/** An item that was refused, and why. */
export type Refused<T> = { thing: T; error: unknown }

/**
 * Makes a call for one item after the other, until the signal aborts. A refused item does not stop the others.
 *
 * @param begin called before each item with the number of items that are done
 * @returns the items that were refused
 */
export async function each<T>(
  things: readonly T[],
  call: (thing: T) => Promise<unknown>,
  signal: AbortSignal,
  begin: (done: number) => void,
): Promise<Refused<T>[]> {
  const refused: Refused<T>[] = []
  for (const [done, thing] of things.entries()) {
    if (signal.aborted) break
    begin(done)
    try {
      await call(thing)
    } catch (error) {
      refused.push({ thing, error })
    }
  }
  return refused
}
