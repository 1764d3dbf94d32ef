import type { IncomingMessage, ServerResponse } from 'node:http'
import { joinedPieces } from '../../../services/kernel/bodies/joined-pieces.ts'
import type { Hold } from '../../../services/kernel/concurrency/memory-budget.ts'
import { RestError } from '../answers/rest-error.ts'

/**
 * Reads the body of a request without changing it, up to a limit. Nothing beyond the limit is read, and the answer closes the
 * connection. A declared length is used only to refuse early. A client that waits for 100 (Continue) gets it here, when its body
 * is read.
 *
 * @param hold counts the bytes in memory, and gives a large body its turns (hold-body.ts)
 * @param observe receives every piece as it arrives, also of a body that is refused in the end
 * @throws RestError 413 payload_too_large; 400 or 408 when the body ends early, is malformed or does not arrive; 429 when there is
 * no memory for it
 */
export function readBody(
  request: IncomingMessage,
  limit: number,
  hold: BodyHold,
  observe?: (chunk: Buffer) => void,
): Promise<Buffer> {
  const declared = Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY)
  if (declared > limit && declared !== Number.POSITIVE_INFINITY) return Promise.reject(tooLarge(limit))
  const before = broken.get(request)
  if (before !== undefined) return Promise.reject(before)
  if (request.headers.expect !== undefined) expecting.get(request)?.writeContinue()
  return new Promise((resolve, reject) => {
    const pieces = joinedPieces()
    let size = 0
    let ended = false
    let stopped = false
    const onData = (chunk: Buffer): void => {
      size += chunk.length
      observe?.(chunk)
      if (size > limit) {
        stop()
        request.pause()
        reject(tooLarge(limit))
      } else {
        pieces.add(chunk)
        hold.add(chunk.length)
        if (size >= AT_ONCE && size < declared && !stopped) {
          request.pause()
          hold.wait(() => {
            if (!stopped) request.resume()
          })
        }
      }
    }
    const onEnd = (): void => {
      ended = true
      hold.keep()
      resolve(pieces.join())
    }
    const onBroken = (): void => {
      if (ended) return
      stop()
      // Further bytes are not read while the refusal is being sent.
      request.pause()
      reject(
        broken.get(request) ??
          new RestError(400, 'validation_error', 'the request ended before its body did'),
      )
    }
    const stop = (): void => {
      stopped = true
      request.off('data', onData).off('end', onEnd).off('close', onBroken).off(BROKEN, onBroken)
      request.off('error', onBroken)
    }
    request.on('data', onData).on('end', onEnd).on('close', onBroken).on(BROKEN, onBroken)
    request.on('error', onBroken)
  })
}

/** The number of bytes of a body that are read without waiting for a turn. */
const AT_ONCE = 32 * 1024

/** The memory that a body holds, and the wait for its turn to be read. */
export type BodyHold = Hold & { wait: (read: () => void) => void }

/** Reports that the rest of a request's body will never arrive. Every reader of the body gets the error, now or later. */
export function breakOff(request: IncomingMessage, error: RestError): void {
  if (broken.has(request)) return
  broken.set(request, error)
  request.emit(BROKEN)
}

/** Defers the answer to `Expect: 100-continue` (RFC 9110 section 10.1.1) to the reader of the body. */
export function awaitsContinue(request: IncomingMessage, response: ServerResponse): void {
  expecting.set(request, response)
}

const expecting = new WeakMap<IncomingMessage, ServerResponse>()
const broken = new WeakMap<IncomingMessage, RestError>()
const BROKEN = Symbol('broken')

function tooLarge(limit: number): RestError {
  return new RestError(413, 'payload_too_large', `the request body is larger than ${limit} bytes`)
}
