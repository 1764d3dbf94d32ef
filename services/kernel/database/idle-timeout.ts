import type { Socket } from 'node:net'
import type { ClientBase } from 'pg'

/**
 * Ends a connection that has sent and received nothing for `ms` milliseconds; 0 sets no limit. The server's own timeout does not
 * help where the server is frozen or cut off. The waiting caller gets a connection error, and does not know the outcome of its
 * statement. The time MUST be longer than the pool keeps an unused connection.
 */
export function setIdleTimeout(client: ClientBase, ms: number): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  stream.setTimeout(ms)
  if (stream.listenerCount('timeout') === 0) stream.on('timeout', () => stream.destroy())
}
