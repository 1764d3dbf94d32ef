import type { IncomingMessage } from 'node:http'
import { RestError } from './rest-error.ts'

/**
 * Reads a request's body, as it was sent, up to a limit. Beyond it nothing more is read: the answer closes the
 * connection. A declared length is believed only to refuse early.
 *
 * @throws RestError 413 payload_too_large; the request's own error when the client goes away
 */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limit) return Promise.reject(tooLarge(limit))
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const onData = (chunk: Buffer): void => {
      size += chunk.length
      if (size > limit) {
        stop()
        request.pause()
        reject(tooLarge(limit))
      } else {
        chunks.push(chunk)
      }
    }
    const onEnd = (): void => {
      stop()
      resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size))
    }
    const onError = (error?: Error): void => {
      stop()
      reject(error ?? new RestError(400, 'validation_error', 'the request ended before its body did'))
    }
    const onClose = (): void => onError()
    const stop = (): void => {
      request.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose)
    }
    request.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose)
  })
}

function tooLarge(limit: number): RestError {
  return new RestError(413, 'payload_too_large', `the request body is larger than ${limit} bytes`)
}
