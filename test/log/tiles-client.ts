import { createHash } from 'node:crypto'

/**
 * A client of C2SP tlog-tiles, written only from the text of the specification and of RFC 6962 section 2.1. It uses no code of
 * the product.
 */
export function tilesClient(size: number, read: (path: string) => Promise<Buffer>) {
  const cache = new Map<string, Promise<Buffer>>()
  const fetched = (path: string): Promise<Buffer> => {
    const bytes = cache.get(path) ?? read(path)
    cache.set(path, bytes)
    return bytes
  }
  /** Returns the path of the tile with a hash or an entry, with its width in this tree. */
  const pathOf = (level: number, node: number, kind = String(level)): string => {
    const [index, count] = [Math.floor(node / 256), Math.floor(size / 256 ** level)]
    const place = [...String(index).padStart(9, '0').matchAll(/\d{3}/g)].map(([group]) => group)
    while (place.length > 1 && place[0] === '000') place.shift()
    const last = place.pop()
    const partial = Math.floor(count / 256) === index ? `.p/${count % 256}` : ''
    return `tile/${kind}/${place.map((group) => `x${group}/`).join('')}${last}${partial}`
  }
  /** MTH(D[start:end]). */
  const hashOf = async (start: number, end: number): Promise<Buffer> => {
    const width = end - start
    for (let level = 0; 256 ** level <= width; level++) {
      if (256 ** level !== width || start % width !== 0) continue
      const node = start / width
      const offset = 32 * (node % 256)
      return (await fetched(pathOf(level, node))).subarray(offset, offset + 32)
    }
    let k = 1
    while (k * 2 < width) k *= 2
    return sha(Buffer.of(1), await hashOf(start, start + k), await hashOf(start + k, end))
  }
  return {
    root: () => hashOf(0, size),
    hashOf,
    /** Returns the entries of the bundle that contains an entry. */
    entries: async (entry: number): Promise<Buffer[]> => {
      const bundle = await fetched(pathOf(0, entry, 'entries'))
      const found: Buffer[] = []
      for (let i = 0; i < bundle.length; i += 2 + bundle.readUInt16BE(i))
        found.push(bundle.subarray(i + 2, i + 2 + bundle.readUInt16BE(i)))
      return found
    },
  }
}

/** MTH of RFC 6962 section 2.1. */
export function mth(entries: readonly Buffer[]): Buffer {
  if (entries.length === 1) return sha(Buffer.of(0), entries[0]!)
  let k = 1
  while (k * 2 < entries.length) k *= 2
  return sha(Buffer.of(1), mth(entries.slice(0, k)), mth(entries.slice(k)))
}

function sha(...parts: Uint8Array[]): Buffer {
  return createHash('sha256').update(Buffer.concat(parts)).digest()
}
