/**
 * The lines of a stream of bytes without their line feeds, as many at a time as a piece of the stream completes. A line of more than
 * `most` bytes is not kept: undefined stands in its place as soon as it is too long, and its rest is passed over. Bytes of a
 * line may share memory with their piece.
 */
export async function* byteLines(
  pieces: AsyncIterable<Uint8Array>,
  most: number,
): AsyncGenerator<(Buffer | undefined)[]> {
  /** The line that has not ended: what is kept of it, and its length so far. */
  let kept: Buffer[] = []
  let length = 0
  for await (const piece of pieces) {
    const lines: (Buffer | undefined)[] = []
    for (const { part, isEnd } of partsOf(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength))) {
      const isPassedOver = length > most
      length += part.length
      if (length > most) {
        if (!isPassedOver) lines.push(undefined)
        kept = []
      } else if (isEnd) lines.push(kept.length === 0 ? part : Buffer.concat([...kept, part]))
      // A copy: what is kept MUST NOT hold a whole piece for a few bytes.
      else if (part.length > 0) kept.push(Buffer.from(part))
      if (!isEnd) continue
      kept = []
      length = 0
    }
    if (lines.length > 0) yield lines
  }
  if (kept.length > 0) yield [Buffer.concat(kept)]
}

/** What a piece has between line feeds. The last part goes on in the next piece. */
function* partsOf(bytes: Buffer): Generator<{ part: Buffer; isEnd: boolean }> {
  let from = 0
  for (let end = bytes.indexOf(LF); end !== -1; end = bytes.indexOf(LF, from)) {
    yield { part: bytes.subarray(from, end), isEnd: true }
    from = end + 1
  }
  yield { part: bytes.subarray(from), isEnd: false }
}

const LF = 0x0a
