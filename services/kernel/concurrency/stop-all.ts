import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Stops parts, one after the other. A part that cannot be stopped MUST NOT keep the others from being stopped.
 *
 * @throws once all parts were tried: NotStopped if a part threw it, since work was left; else the first error
 */
export async function stopAll(stops: Iterable<() => unknown>): Promise<void> {
  const errors: unknown[] = []
  for (const stop of stops)
    try {
      await stop()
    } catch (error) {
      errors.push(error)
    }
  if (errors.length > 0) throw errors.find((error) => error instanceof NotStopped) ?? errors[0]
}

/**
 * Stops parts at the same time, and waits for them at most `ms` milliseconds. A part that has not ended by then is left to itself.
 *
 * @param parts their stops, by name
 * @returns the names of the parts that have not ended, and the errors of those that have
 */
export async function stopWithin(
  ms: number,
  parts: Record<string, () => unknown>,
): Promise<{ late: string[]; errors: unknown[] }> {
  const remaining = new Set(Object.keys(parts))
  const errors: unknown[] = []
  const stopping = Object.entries(parts).map(async ([name, stop]) => {
    await stopAll([stop]).catch((error) => errors.push(error))
    remaining.delete(name)
  })
  const waited = new AbortController()
  const { signal } = waited
  await Promise.race([Promise.all(stopping), sleep(ms, undefined, { signal }).catch(() => {})])
  waited.abort()
  return { late: [...remaining], errors }
}

/**
 * Stops what a failed start has started.
 *
 * @param options.wasToldToStop whether the process was told to stop: then it matters more that parts have not stopped than why the
 * start ended
 * @returns the error to throw: the start's, or NotStopped
 */
export async function stopAfter(
  error: unknown,
  stop: () => Promise<void>,
  { wasToldToStop }: { wasToldToStop: boolean },
): Promise<unknown> {
  try {
    await stop()
  } catch (failure) {
    if (wasToldToStop && failure instanceof NotStopped) return failure
  }
  return error
}

/** The error of a stop that left parts which had not ended. */
export class NotStopped extends Error {
  override readonly name = 'NotStopped'
  readonly parts: readonly string[]

  constructor(parts: readonly string[], options?: ErrorOptions) {
    super(`not stopped in time: ${parts.join(', ')}`, options)
    this.parts = parts
  }
}
