/** An item that was refused, and why. */
export type Refused<T> = { thing: T; error: unknown }

/**
 * Does something with one item after the other, until the signal. A refused item does not stop the others.
 *
 * @param begin receives how many are done before each
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
