import type { Socket } from 'node:net'
import type { ClientBase } from 'pg'

/**
 * Ends a connection that has sent and received nothing for that long. A server that is frozen or cut off sends nothing, so that
 * its own timeout does not help. The waiting caller gets a connection error, and the outcome of the statement is unknown. The
 * time MUST be longer than the pool keeps an unused connection. 0: no limit.
 */
export function allowSilence(client: ClientBase, ms: number): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  stream.setTimeout(ms)
  if (stream.listenerCount('timeout') === 0) stream.on('timeout', () => stream.destroy())
}
