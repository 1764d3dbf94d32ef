import type { Socket } from 'node:net'
import type { ClientBase } from 'pg'

/**
 * Ends a connection over which nothing has come or gone for that long: a server that is frozen or cut off says nothing,
 * and a timeout of its own does not help then. Whoever waits for an answer gets a connection error; what became of the
 * statement is unknown. Longer than the pool keeps a connection that nobody uses. 0: for ever.
 */
export function allowSilence(client: ClientBase, ms: number): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  stream.setTimeout(ms)
  if (stream.listenerCount('timeout') === 0) stream.on('timeout', () => stream.destroy())
}
