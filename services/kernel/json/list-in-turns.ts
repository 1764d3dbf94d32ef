import { ownTurn } from '../concurrency/event-loop.ts'
import type { Grew } from '../concurrency/list-places.ts'

/**
 * Encodes the items of a list in pieces. Each further piece gets a turn of the event loop of its own, so that lists of many megabytes
 * that are encoded at the same moment do not hold it together.
 *
 * @param encode returns an item as text or bytes
 * @param around what is put before the first item, between items and after the last one
 * @param around.grew waits before each further piece
 * @returns the list in pieces
 */
export async function listInTurns<T>(
  items: readonly T[],
  encode: (item: T) => string | Uint8Array,
  { first = '', between = '', last = '', grew }: Around = {},
): Promise<Buffer[]> {
  const pieces: Buffer[] = []
  let waiting: (string | Uint8Array)[] = [first]
  let length = 0
  let bytes = 0
  for (const [n, item] of items.entries()) {
    if (length >= PIECE) {
      pieces.push(joined(waiting))
      waiting = []
      length = 0
      bytes += pieces.at(-1)!.length
      await grew?.(bytes)
      await ownTurn()
    }
    if (n > 0) waiting.push(between)
    const encoded = encode(item)
    waiting.push(encoded)
    length += encoded.length
  }
  pieces.push(joined([...waiting, last]))
  return pieces
}

type Around = {
  first?: string | Uint8Array
  between?: string
  last?: string | Uint8Array
  grew?: Grew | undefined
}

function joined(parts: (string | Uint8Array)[]): Buffer {
  return parts.some((part) => typeof part !== 'string')
    ? Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)))
    : Buffer.from(parts.join(''))
}

/** How many characters or bytes one turn encodes: 1 to 3 ms of work. */
const PIECE = 256 * 1024
