import { Socket } from 'node:net'
import { addAbortSignal, type Duplex } from 'node:stream'
import { DomainError, Reason } from '../errors/errors.ts'

/**
 * Connects to PostgreSQL. A stop ends an attempt in progress, whether or not the server answers; established connections
 * continue.
 *
 * @param connect passes `stream` to the client or the pool
 * @throws DomainError UNAVAILABLE when a stop ended it
 */
export async function stoppable<T>(
  signal: AbortSignal | undefined,
  connect: (stream: () => Duplex) => Promise<T>,
): Promise<T> {
  const ending = new AbortController()
  const end = (): void => ending.abort()
  signal?.addEventListener('abort', end, { once: true })
  if (signal?.aborted) end()
  try {
    return await connect(() => addAbortSignal(ending.signal, new Socket()))
  } catch (error) {
    if (ending.signal.aborted) throw stopped(error)
    throw error
  } finally {
    signal?.removeEventListener('abort', end)
  }
}

/** The error of work that a stop ended. */
export function stopped(cause: unknown): DomainError {
  return new DomainError(Reason.UNAVAILABLE, STOPPED, { cause })
}

/** Whether an error, or its cause, is the stop itself. */
export function isStopped(error: unknown): boolean {
  for (let e = error; e instanceof Error; e = e.cause)
    if (e instanceof DomainError && e.message === STOPPED) return true
  return false
}

const STOPPED = 'stopped'
