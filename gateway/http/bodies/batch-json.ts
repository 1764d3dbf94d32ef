import { isUtf8 } from 'node:buffer'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { JsonValue } from '../../../services/kernel/json/canonical-json.ts'
import { LIMITS } from '../../../services/kernel/values/limits.ts'
import { notJson, refused, strictJson } from './strict-json.ts'

/**
 * Parses the body of a batch as `strictJson` does, without blocking the process. A body above 256 KiB is parsed in pieces of
 * about that size, and other requests are served between two pieces. One item of a batch, or a body that is not a batch,
 * MUST be at most 1 MiB without whitespace: no piece is larger than that. All lists together have at most 100,000 items.
 *
 * @throws DomainError VALIDATION
 */
export async function batchJson(body: Buffer, pieceBytes = PIECE_BYTES): Promise<JsonValue> {
  if (body.length <= pieceBytes) return strictJson(body)
  if (!isUtf8(body)) throw notJson()
  const { frame, lists } = split(body, pieceBytes)
  const outer = strictJson(frame)
  const isArray = Array.isArray(outer)
  if (isArray && lists.length === 0) throw notJson()
  const read = async (name: string | undefined, number: number): Promise<JsonValue[]> => {
    const path = name === undefined ? [] : [name]
    const items: JsonValue[] = []
    for (const piece of lists[number]!) {
      await nextTurn()
      for (const item of itemsOf(body, piece, path, items.length)) items.push(item)
    }
    return items
  }
  if (isArray) return await read(undefined, 0)
  if (typeof outer !== 'object' || outer === null) return outer
  for (const name of Object.keys(outer)) {
    const value = outer[name]
    if (Array.isArray(value)) outer[name] = await read(name, value[0] as number)
  }
  return outer
}

/** The items of a piece: `path` leads to their list, `first` is the index of the first of them. */
function itemsOf(body: Buffer, { start, end, whole }: Piece, path: string[], first: number): JsonValue[] {
  const text = Buffer.concat([OPEN, body.subarray(start, end), CLOSE])
  const items = strictJson(text, { path, first, depth: path.length }) as JsonValue[]
  // A comma with nothing after it ends the piece before and begins one without items.
  if (items.length === 0 && !whole) throw notJson()
  return items
}

/**
 * Splits a text into its lists of items and the frame around them. A list is the top-level array, or an array that is a
 * member of the top-level object. The frame has, in place of a list, an array with the list's number in `lists`. Where the
 * text is not JSON, the frame or a piece is not JSON either.
 *
 * @throws DomainError VALIDATION for an item, or a frame, that is too large, and for too many items
 */
function split(body: Buffer, pieceBytes: number): { frame: Buffer; lists: Piece[][] } {
  const frame: Buffer[] = []
  const lists: Piece[][] = []
  const listDepth = firstByte(body) === OPEN_BRACKET ? 1 : 2
  let list: Piece[] | undefined
  let depth = 0
  /** Where the frame continues, or the piece began. */
  let from = 0
  /** Bytes so far that are not whitespace between values; those up to the item and in the frame. */
  let bytes = 0
  let itemFrom = 0
  let pieceFrom = 0
  let inFrame = 0
  /** For all lists together. */
  let items = 0

  const endPiece = (list: Piece[], end: number, whole: boolean): void => {
    list.push({ start: from, end, whole })
    from = end + 1
    pieceFrom = bytes
  }
  const endItem = (): void => {
    if (bytes - itemFrom > ITEM_BYTES) throw tooLarge()
    itemFrom = bytes
  }
  for (let i = 0; i < body.length; i++) {
    const byte = body[i]!
    if (byte === SPACE || (byte >= 0x09 && byte <= 0x0d)) continue
    bytes += 1
    if (byte === QUOTE) {
      const start = i
      for (i++; i < body.length && body[i] !== QUOTE; i++) if (body[i] === BACKSLASH) i++
      bytes += i - start
    } else if (byte === OPEN_BRACKET || byte === OPEN_BRACE) {
      depth += 1
      if (list !== undefined || depth !== listDepth || byte !== OPEN_BRACKET) continue
      list = []
      frame.push(body.subarray(from, i + 1), Buffer.from(String(lists.length)))
      from = i + 1
      inFrame += bytes - itemFrom
      itemFrom = bytes
      pieceFrom = bytes
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      depth -= 1
      if (list === undefined || depth >= listDepth) continue
      endItem()
      endPiece(list, i, list.length === 0)
      from = i
      lists.push(list)
      list = undefined
    } else if (byte === COMMA && list !== undefined && depth === listDepth) {
      endItem()
      if (++items > MOST_ITEMS) throw refused(`must not have more than ${MOST_ITEMS} items`)
      if (bytes - pieceFrom > pieceBytes) endPiece(list, i, false)
    }
  }
  if (list !== undefined) throw notJson()
  if (inFrame + bytes - itemFrom > ITEM_BYTES) throw tooLarge()
  frame.push(body.subarray(from))
  return { frame: Buffer.concat(frame), lists }
}

function firstByte(body: Buffer): number | undefined {
  return body.find((byte) => byte !== SPACE && (byte < 0x09 || byte > 0x0d))
}

function tooLarge(): Error {
  return refused(`must not have an item of more than ${ITEM_BYTES} bytes`)
}

const PIECE_BYTES = 256 * 1024
const ITEM_BYTES = LIMITS.bodyBytes
/** Many times what any batch may have. Millions of small items would take several times the memory of their text. */
const MOST_ITEMS = 100_000

const OPEN = Buffer.from('[')
const CLOSE = Buffer.from(']')
const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const SPACE = 0x20
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d

/** Some items of a list, commas between them: the bytes [start, end). `whole`: the list has no other. */
type Piece = { start: number; end: number; whole: boolean }
