/**
 * A tile of a log (C2SP tlog-tiles): `width` hashes of a level, or entries, beginning with the first of the tile. One level of
 * tiles is eight levels of the Merkle tree. Tiles of entries are divided like the tiles of level 0.
 */
export type Tile = { kind: 'hashes' | 'entries'; level: number; index: number; width: number }

export const TILE_WIDTH = 256

/** The path of a tile below the prefix of a log: `tile/0/x001/x234/067`, with `.p/112` where the tile is partial. */
export function tilePath({ kind, level, index, width }: Tile): string {
  const digits = String(index).padStart(Math.ceil(String(index).length / 3) * 3, '0')
  const groups = digits.match(/\d{3}/g)!
  const place = groups.map((group, i) => (i < groups.length - 1 ? `x${group}` : group)).join('/')
  const partial = width === TILE_WIDTH ? '' : `.p/${width}`
  return `tile/${kind === 'entries' ? 'entries' : level}/${place}${partial}`
}

/** The tile of a path. Each tile has exactly one path: any other spelling gives undefined. */
export function tileOfPath(path: string): Tile | undefined {
  const { level = '', place = '', width = '256' } = TILE_PATH.exec(path)?.groups ?? {}
  if (place === '') return undefined
  const tile: Tile = {
    kind: level === 'entries' ? 'entries' : 'hashes',
    level: level === 'entries' ? 0 : Number(level),
    index: Number(place.replaceAll(/[x/]/g, '')),
    width: Number(width),
  }
  const isKnown = tile.level <= MAX_LEVEL && tile.index <= MAX_INDEX
  return isKnown && tilePath(tile) === path ? tile : undefined
}

/** The tiles of hashes that a tree of `size` leaves has and one of `from` leaves lacks, from the leaves up. */
export function* tilesSince(from: number, size: number): Generator<Tile> {
  for (let level = 0; level <= MAX_LEVEL; level++) {
    const [before, now] = [nodesOf(from, level), nodesOf(size, level)]
    if (now === 0) return
    for (let index = Math.floor(before / TILE_WIDTH); index * TILE_WIDTH < now; index++) {
      const width = Math.min(TILE_WIDTH, now - index * TILE_WIDTH)
      if (index * TILE_WIDTH + width > before) yield { kind: 'hashes', level, index, width }
    }
  }
}

/** How many hashes a level has in all its tiles together. */
function nodesOf(size: number, level: number): number {
  return Math.floor(size / TILE_WIDTH ** level)
}

/** The entries of a bundle. Each follows its length in two bytes, big-endian. @throws RangeError for other bytes */
export function entriesOf(bundle: Uint8Array): Buffer[] {
  const bytes = Buffer.from(bundle.buffer, bundle.byteOffset, bundle.length)
  const entries: Buffer[] = []
  for (let at = 0; at < bytes.length; ) {
    const from = at + 2
    const to = from <= bytes.length ? from + bytes.readUInt16BE(at) : Number.POSITIVE_INFINITY
    if (to > bytes.length) throw new RangeError('a bundle of entries is cut off')
    entries.push(bytes.subarray(from, to))
    at = to
  }
  return entries
}

/** @throws RangeError for an entry of more than 65,535 bytes */
export function bundleOf(entries: readonly string[]): Buffer {
  const parts = entries.flatMap((text) => {
    const entry = Buffer.from(text)
    const length = Buffer.alloc(2)
    length.writeUInt16BE(entry.length)
    return [length, entry]
  })
  return Buffer.concat(parts)
}

const MAX_LEVEL = 63
/** The last index whose hashes all have a safe integer as index. */
const MAX_INDEX = Math.floor(Number.MAX_SAFE_INTEGER / TILE_WIDTH) - 1
const TILE_PATH =
  /^tile\/(?<level>\d{1,2}|entries)\/(?<place>(?:x\d{3}\/){0,5}\d{3})(?:\.p\/(?<width>[1-9]\d{0,2}))?$/
