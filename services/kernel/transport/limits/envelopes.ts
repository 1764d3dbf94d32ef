/** The length of the prefix of each message in a stream: a byte of flags, and the length as a big-endian integer of four bytes. */
export const PREFIX = 5

/** What the prefix of a message says. `isEnd`: it is the end of a stream of Connect. */
export type Envelope = { length: number; isEnd: boolean }

/** Takes the next piece of a body. @returns how many of its bytes belong to messages that are complete with it */
export type Walk = (piece: Uint8Array) => number

/**
 * Walks through the messages in the body of a stream, whose sender controls where its pieces end.
 *
 * @param begun is called with the prefix of each message, before the bytes of the message. It may throw, and may return what takes
 *   these bytes
 */
export function envelopes(begun: (envelope: Envelope) => ((bytes: Uint8Array) => void) | undefined): Walk {
  const prefix = Buffer.alloc(PREFIX)
  let here = 0
  let toCome = 0
  let take: ((bytes: Uint8Array) => void) | undefined
  return (piece) => {
    let complete = 0
    for (let at = 0; at < piece.length; ) {
      if (here < PREFIX) {
        prefix[here++] = piece[at++]!
        if (here < PREFIX) continue
        toCome = prefix.readUInt32BE(1)
        take = begun({ length: toCome, isEnd: (prefix[0]! & END_OF_STREAM) !== 0 })
      } else {
        const bytes = piece.subarray(at, at + toCome)
        take?.(bytes)
        toCome -= bytes.length
        at += bytes.length
      }
      if (toCome > 0) continue
      here = 0
      complete = at
    }
    return complete
  }
}

const END_OF_STREAM = 0b10
