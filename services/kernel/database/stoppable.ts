import { Socket } from 'node:net'
import { addAbortSignal, type Duplex } from 'node:stream'
import { DomainError, Reason } from '../errors/errors.ts'

/**
 * Makes connections to PostgreSQL that a stop ends while they are made, whether anything answers or not. What is connected by then
 * goes on.
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
    if (ending.signal.aborted) throw new DomainError(Reason.UNAVAILABLE, 'stopped', { cause: error })
    throw error
  } finally {
    signal?.removeEventListener('abort', end)
  }
}
