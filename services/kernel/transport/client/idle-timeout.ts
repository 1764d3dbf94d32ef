import { Code, ConnectError } from '@connectrpc/connect'
import type { UniversalClientFn } from '@connectrpc/connect/protocol'

/**
 * Wraps a client so that a call fails when the service sends nothing for `idleMs` milliseconds, even if its connection answers
 * pings. Only the time in which the caller waits for data counts: an export may take as long as its reader does. When a stream
 * of calls fails, all calls that it carries fail.
 */
export function withIdleTimeout(send: UniversalClientFn, idleMs = IDLE_MS): UniversalClientFn {
  return async (request) => {
    const silent = new AbortController()
    const signal =
      request.signal === undefined ? silent.signal : AbortSignal.any([request.signal, silent.signal])
    const inTime = async <T>(next: Promise<T>): Promise<T> => {
      const timer = setTimeout(() => silent.abort(silence()), idleMs)
      return await next.finally(() => clearTimeout(timer))
    }
    const answer = await inTime(send({ ...request, signal }))
    return { ...answer, body: chunksInTime(answer.body, inTime) }
  }
}

async function* chunksInTime(
  body: AsyncIterable<Uint8Array>,
  inTime: <T>(next: Promise<T>) => Promise<T>,
): AsyncIterable<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await inTime(chunks.next())
      if (next.done) return
      yield next.value
    }
  } finally {
    await chunks.return?.()
  }
}

function silence(): ConnectError {
  return new ConnectError('the service does not answer', Code.Unavailable)
}

/** Longer than the slowest calls need, such as verifications and exports that wait for a place. */
const IDLE_MS = 30 * 60_000
