/**
 * Yields the lines of a stream of bytes without their line feeds: for each piece of the stream, the lines that it completes. A
 * line of more than `most` bytes is not kept: it is yielded as undefined as soon as it is too long, and the rest of it is skipped.
 * Bytes of a line may share memory with their piece.
 */
export async function* byteLines(
  pieces: AsyncIterable<Uint8Array>,
  most: number,
): AsyncGenerator<(Buffer | undefined)[]> {
  /** The unfinished line: the bytes that are kept, and its length so far. */
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
      // Copies the bytes: they MUST NOT keep a whole piece in memory.
      else if (part.length > 0) kept.push(Buffer.from(part))
      if (!isEnd) continue
      kept = []
      length = 0
    }
    if (lines.length > 0) yield lines
  }
  if (kept.length > 0) yield [Buffer.concat(kept)]
}

/** The parts of a piece between line feeds. The last part continues in the next piece. */
function* partsOf(bytes: Buffer): Generator<{ part: Buffer; isEnd: boolean }> {
  let from = 0
  for (let end = bytes.indexOf(LF); end !== -1; end = bytes.indexOf(LF, from)) {
    yield { part: bytes.subarray(from, end), isEnd: true }
    from = end + 1
  }
  yield { part: bytes.subarray(from), isEnd: false }
}

const LF = 0x0a
