/**
 * Stops parts, one after the other. One that cannot be stopped MUST NOT keep the others running.
 *
 * @throws the first error, once all of them were tried
 */
export async function stopAll(stops: Iterable<() => unknown>): Promise<void> {
  const errors: unknown[] = []
  for (const stop of stops)
    try {
      await stop()
    } catch (error) {
      errors.push(error)
    }
  if (errors.length > 0) throw errors[0]
}
