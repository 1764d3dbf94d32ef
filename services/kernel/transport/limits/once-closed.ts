import type { ServerHttp2Stream } from 'node:http2'

/**
 * Calls back once a stream is closed, or at once if it already is. Connect-ES does not say when an answer has left: its promise
 * stays pending.
 */
export function onceClosed(stream: ServerHttp2Stream, done: () => void): void {
  if (stream.closed && stream.destroyed) done()
  else stream.once('close', done)
}
