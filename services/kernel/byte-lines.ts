/**
 * The lines of a stream of bytes without their line feeds, as many at a time as a piece of the stream completes. A line of more than
 * `most` bytes is not kept: undefined stands in its place as soon as it is too long, and its rest is passed over. Bytes of a
 * line may share memory with their piece.
 */
export async function* byteLines(
  pieces: AsyncIterable<Uint8Array>,
  most: number,
): AsyncGenerator<(Buffer | undefined)[]> {
  let kept: Buffer[] = []
  let length = 0
  let isPassedOver = false
  for await (const piece of pieces) {
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
    const lines: (Buffer | undefined)[] = []
    for (let from = 0; from <= bytes.length; ) {
      const end = bytes.indexOf(LF, from)
      const part = bytes.subarray(from, end === -1 ? bytes.length : end)
      from += part.length + 1
      length += part.length
      if (!isPassedOver && length > most) {
        lines.push(undefined)
        isPassedOver = true
        kept = []
      }
      if (end === -1) {
        // A copy: what is kept MUST NOT hold a whole piece for a few bytes.
        if (!isPassedOver && part.length > 0) kept.push(Buffer.from(part))
        break
      }
      if (!isPassedOver) lines.push(kept.length === 0 ? part : Buffer.concat([...kept, part]))
      kept = []
      length = 0
      isPassedOver = false
    }
    if (lines.length > 0) yield lines
  }
  if (kept.length > 0) yield [Buffer.concat(kept)]
}

const LF = 0x0a
