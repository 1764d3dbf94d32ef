/** The bytes of a body as it arrives, in memory that does not grow with the number of its pieces. */
type JoinedPieces = {
  add(piece: Buffer): void
  /** All bytes so far. */
  join(): Buffer
}

/** Joins small pieces after the first one. Without that, a Buffer of one byte takes some 300 bytes. */
export function joinedPieces(): JoinedPieces {
  const pieces: Buffer[] = []
  let last: Buffer | undefined
  let length = 0
  const close = (): void => {
    if (last === undefined) return
    pieces.push(last.subarray(0, length))
    last = undefined
  }
  return {
    add: (piece) => {
      if (piece.length >= SMALL_BYTES || pieces.length === 0) {
        close()
        pieces.push(piece)
        return
      }
      if (last !== undefined && length + piece.length > last.length) close()
      if (last === undefined) {
        last = Buffer.allocUnsafeSlow(LAST_BYTES)
        length = 0
      }
      length += piece.copy(last, length)
    },
    join: () => {
      close()
      return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)
    },
  }
}

const SMALL_BYTES = 1024
const LAST_BYTES = 16 * 1024
