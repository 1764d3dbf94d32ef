/**
 * Computes the root hash that an inclusion proof leads to (RFC 9162 section 2.1.3.2); undefined where the proof does not have the
 * length that belongs to the place of the entry. The browser computes it from the bytes of the entry that it shows.
 *
 * @param entry the text of the entry in the log
 * @param hashes 32 bytes each, leaf side first
 */
export async function rootOf(
  entry: string,
  index: bigint,
  size: bigint,
  hashes: readonly Uint8Array[],
): Promise<Uint8Array | undefined> {
  let place = index
  let last = size - 1n
  if (place < 0n || place > last) return undefined
  let root = await digest(0, new TextEncoder().encode(entry))
  for (const hash of hashes) {
    if (last === 0n) return undefined
    if (place % 2n === 1n || place === last) {
      root = await digest(1, hash, root)
      while (place % 2n === 0n && place !== 0n) {
        place /= 2n
        last /= 2n
      }
    } else root = await digest(1, root, hash)
    place /= 2n
    last /= 2n
  }
  return last === 0n ? root : undefined
}

async function digest(prefix: number, ...parts: Uint8Array[]): Promise<Uint8Array> {
  const bytes = new Uint8Array(1 + parts.reduce((sum, { length }) => sum + length, 0))
  bytes[0] = prefix
  let at = 1
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}
