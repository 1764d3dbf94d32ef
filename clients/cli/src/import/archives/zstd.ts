import { Decompress } from 'fzstd'

/**
 * Decompresses Zstandard (RFC 8878), one frame or several in a row. The header of each frame is read before the decoder gets the
 * frame, so that no header can make the decoder reserve more than `limit` bytes.
 *
 * @throws Error when the data is not complete Zstandard, or larger than `limit` bytes
 */
export function unzstd(bytes: Uint8Array, limit: number): Uint8Array {
  const chunks: Uint8Array[] = []
  let length = 0
  const collect = (chunk: Uint8Array) => {
    length += chunk.length
    if (length > limit) throw new Error('too large')
    chunks.push(chunk.slice())
  }
  for (let from = 0; from < bytes.length; ) {
    const to = endOfFrame(bytes, from, limit)
    // Each frame gets its own decoder, so that none keeps the window of the frame before.
    if (!isSkippable(bytes, from)) {
      const frame = new Decompress(collect)
      frame.push(bytes.subarray(from, to), true)
    }
    from = to
  }
  return Buffer.concat(chunks, length)
}

/** Returns the offset after the frame that starts at `from` (RFC 8878 section 3.1). */
function endOfFrame(bytes: Uint8Array, from: number, limit: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (isSkippable(bytes, from)) return within(bytes, from + 8 + view.getUint32(from + 4, true))
  if (view.getUint32(from, true) !== 0xfd2fb528) throw new Error('no Zstandard frame')
  const descriptor = view.getUint8(from + 4)
  const singleSegment = (descriptor & 0x20) !== 0
  const sizeFlag = descriptor >> 6
  const sizeBytes = sizeFlag === 0 ? (singleSegment ? 1 : 0) : 1 << sizeFlag
  let at = from + 5
  if (!singleSegment) {
    const window = view.getUint8(at++)
    const base = 2 ** (10 + (window >> 3))
    if (base + (base / 8) * (window & 7) > limit) throw new Error('the window is too large')
  }
  at += [0, 1, 2, 4][descriptor & 3]!
  if (contentSize(view, at, sizeBytes) > limit) throw new Error('too large')
  at += sizeBytes
  for (let last = false; !last; ) {
    within(bytes, at + 3)
    const header = view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
    last = (header & 1) === 1
    const type = (header >> 1) & 3
    if (type === 3) throw new Error('a reserved block type')
    at = within(bytes, at + 3 + (type === 1 ? 1 : header >> 3))
  }
  return within(bytes, at + ((descriptor & 4) === 0 ? 0 : 4))
}

function contentSize(view: DataView, at: number, bytes: number): number {
  if (bytes === 0) return 0
  if (bytes === 1) return view.getUint8(at)
  if (bytes === 2) return view.getUint16(at, true) + 256
  return bytes === 4 ? view.getUint32(at, true) : Number(view.getBigUint64(at, true))
}

function isSkippable(bytes: Uint8Array, at: number): boolean {
  within(bytes, at + 8)
  return (
    bytes[at + 1] === 0x2a && bytes[at + 2] === 0x4d && bytes[at + 3] === 0x18 && (bytes[at]! & 0xf0) === 0x50
  )
}

function within(bytes: Uint8Array, end: number): number {
  if (end > bytes.length) throw new Error('it ends early')
  return end
}
