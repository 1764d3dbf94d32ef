import type { UniversalServerResponse } from '@connectrpc/connect/protocol'
import { withoutEcho } from './compression-message.ts'

/**
 * Writes the message of a gRPC error as the specification defines it (PROTOCOL-HTTP2.md, "Percent-Encoded"): visible ASCII and
 * spaces unchanged. Connect-ES escapes colons and commas too, and grpc-js shows those escapes to its users.
 */
export function withPlainMessage(answer: UniversalServerResponse): UniversalServerResponse {
  const { trailer } = answer
  if (trailer === undefined) return answer
  return {
    ...answer,
    // Read at the end of the body, when the handler has set the status.
    get trailer() {
      const escaped = trailer.get(GRPC_MESSAGE)
      if (escaped !== null)
        trailer.set(GRPC_MESSAGE, percentEncoded(withoutEcho(decodeURIComponent(escaped))))
      return trailer
    },
  }
}

/** Percent-encodes what is not visible ASCII or a space, and `%`. */
export function percentEncoded(message: string): string {
  return message.replace(/[^\x20-\x24\x26-\x7e]+/g, encodeURIComponent)
}

const GRPC_MESSAGE = 'grpc-message'
