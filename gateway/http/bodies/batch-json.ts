import { isUtf8 } from 'node:buffer'
import { ownTurn } from '../../../services/kernel/concurrency/event-loop.ts'
import type { JsonValue } from '../../../services/kernel/json/canonical-json.ts'
import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COMMA,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  SPACE,
} from '../../../services/kernel/values/json-bytes.ts'
import { LIMITS } from '../../../services/kernel/values/limits.ts'
import { notJson, refused, strictJson } from './strict-json.ts'

/**
 * Parses the body of a batch as `strictJson` does, without blocking the process. A body above 256 KiB is parsed in pieces of
 * about that size, and other requests are served between two pieces. One item of a batch, or a body that is not a batch,
 * MUST be at most 1 MiB without whitespace: no piece is larger than twice that. All lists together have at most 100,000 items.
 * The body is of no use to the caller afterwards.
 *
 * @throws DomainError VALIDATION
 */
export async function batchJson(body: Buffer, pieceBytes = PIECE_BYTES): Promise<JsonValue> {
  if (body.length <= pieceBytes) return strictJson(body)
  if (!isUtf8(body)) throw notJson()
  const { frame, lists } = await split(body, pieceBytes)
  const outer = strictJson(frame)
  const isArray = Array.isArray(outer)
  if (isArray && lists.length === 0) throw notJson()
  const read = async (name: string | undefined, number: number): Promise<JsonValue[]> => {
    const path = name === undefined ? [] : [name]
    const items: JsonValue[] = []
    for (const piece of lists[number]!) {
      await ownTurn()
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
  // A comma without an item after it ends the current piece and begins one without items.
  if (items.length === 0 && !whole) throw notJson()
  return items
}

/**
 * Splits a text into its lists of items and the frame around them. Runs of whitespace between values become one byte, so that no
 * piece is long because of them: the body is changed. A list is the top-level array, or an array that is a member of
 * the top-level object. The frame has, in place of a list, an array with the list's number in `lists`. If the text is not JSON,
 * the frame or a piece is not JSON either.
 *
 * @throws DomainError VALIDATION for an item, or a frame, that is too large, and for too many items
 */
async function split(body: Buffer, pieceBytes: number): Promise<{ frame: Buffer; lists: Piece[][] }> {
  const splitting = new Splitting(body, pieceBytes)
  for (let i = splitting.read(0); i < body.length; i = splitting.read(i)) await ownTurn()
  return splitting.end()
}

/** The state of a text while it is split. */
class Splitting {
  /** The number of bytes so far that are not whitespace between values. */
  #bytes = 0
  /** The number of bytes so far without those of whitespace that follow whitespace. They are at the beginning of the body. */
  #kept = 0
  #isAfterSpace = false
  readonly #body: Buffer
  readonly #pieceBytes: number
  /** The depth of lists; undefined before the first bracket. */
  #listDepth: 1 | 2 | undefined
  readonly #frame: Buffer[] = []
  readonly #lists: Piece[][] = []
  #list: Piece[] | undefined
  #depth = 0
  /** The index at which the frame continues, or at which the piece began. */
  #from = 0
  /** The values of `bytes` at which the item and the piece began, and the number of those in the frame. */
  #itemFrom = 0
  #pieceFrom = 0
  #inFrame = 0
  /** The number of items of all lists together. */
  #items = 0

  constructor(body: Buffer, pieceBytes: number) {
    this.#body = body
    this.#pieceBytes = pieceBytes
  }

  /** Reads about BYTES_A_TURN from an index outside of strings. @returns the next one */
  read(from: number): number {
    const body = this.#body
    const until = Math.min(from + BYTES_A_TURN, body.length)
    let i = from
    for (; i < until; i++) {
      const byte = body[i]!
      const isSpace = byte === SPACE || byte === 0x0a || byte === 0x0d || byte === 0x09
      if (isSpace && this.#isAfterSpace) continue
      this.#isAfterSpace = isSpace
      const start = i
      if (byte === QUOTE) for (i++; i < body.length && body[i] !== QUOTE; i++) if (body[i] === BACKSLASH) i++
      const place = this.#keep(start, Math.min(i + 1, body.length))
      if (isSpace) continue
      this.#bytes += 1 + i - start
      if (byte === OPEN_BRACKET || byte === OPEN_BRACE) this.#open(place, byte === OPEN_BRACKET)
      else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) this.#close(place)
      else if (byte === COMMA) this.#comma(place)
    }
    return i
  }

  /** Moves the bytes [start, end) to the end of those that are kept. @returns where they begin now */
  #keep(start: number, end: number): number {
    const place = this.#kept
    this.#kept += end - start
    if (place === start) return place
    if (end - start === 1) this.#body[place] = this.#body[start]!
    else this.#body.copyWithin(place, start, end)
    return place
  }

  #open(place: number, isArray: boolean): void {
    this.#depth += 1
    this.#listDepth ??= isArray ? 1 : 2
    if (this.#list !== undefined || this.#depth !== this.#listDepth || !isArray) return
    this.#list = []
    this.#frame.push(this.#body.subarray(this.#from, place + 1), Buffer.from(String(this.#lists.length)))
    this.#from = place + 1
    this.#inFrame += this.#bytes - this.#itemFrom
    this.#itemFrom = this.#bytes
    this.#pieceFrom = this.#bytes
  }

  #close(place: number): void {
    this.#depth -= 1
    const list = this.#list
    if (list === undefined || this.#depth >= this.#listDepth!) return
    this.#endItem()
    this.#endPiece(list, place, list.length === 0)
    this.#from = place
    this.#lists.push(list)
    this.#list = undefined
  }

  #comma(place: number): void {
    const list = this.#list
    if (list === undefined || this.#depth !== this.#listDepth) return
    this.#endItem()
    if (++this.#items > MAX_ITEMS) throw refused(`must not have more than ${MAX_ITEMS} items`)
    if (this.#bytes - this.#pieceFrom > this.#pieceBytes) this.#endPiece(list, place, false)
  }

  end(): { frame: Buffer; lists: Piece[][] } {
    if (this.#list !== undefined) throw notJson()
    if (this.#inFrame + this.#bytes - this.#itemFrom > ITEM_BYTES) throw tooLarge()
    this.#frame.push(this.#body.subarray(this.#from, this.#kept))
    return { frame: Buffer.concat(this.#frame), lists: this.#lists }
  }

  #endItem(): void {
    if (this.#bytes - this.#itemFrom > ITEM_BYTES) throw tooLarge()
    this.#itemFrom = this.#bytes
  }

  #endPiece(list: Piece[], end: number, whole: boolean): void {
    list.push({ start: this.#from, end, whole })
    this.#from = end + 1
    this.#pieceFrom = this.#bytes
  }
}

function tooLarge(): Error {
  return refused(`must not have an item of more than ${ITEM_BYTES} bytes`)
}

const PIECE_BYTES = 256 * 1024
/** Of a text that is split: some 4 ms. */
const BYTES_A_TURN = 512 * 1024
const ITEM_BYTES = LIMITS.bodyBytes
/** Far above the limit of any batch. Millions of small items would take several times the memory of their text. */
const MAX_ITEMS = 100_000

const OPEN = Buffer.from('[')
const CLOSE = Buffer.from(']')

/** Some items of a list with commas between them: the bytes [start, end). `whole`: the list has no other items. */
type Piece = { start: number; end: number; whole: boolean }
