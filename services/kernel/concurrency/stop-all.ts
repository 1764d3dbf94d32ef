/**
 * Stops parts, one after the other. A part that cannot be stopped MUST NOT keep the others from being stopped.
 *
 * @throws the first error, once all parts were tried
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
