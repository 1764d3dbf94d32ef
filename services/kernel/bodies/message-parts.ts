import type { DescField, DescMessage } from '@bufbuild/protobuf'

/**
 * How many parts a protobuf message has, counted before it is decoded: an empty message takes two bytes, and a hundred times that once it is decoded.
 * Messages, entries of maps and values of lists are parts, and every fourth other field. For a malformed message the answer has no meaning.
 *
 * @returns Infinity beyond `most`
 */
export function messageParts(desc: DescMessage, bytes: Uint8Array, most: number): number {
  return partCounter(desc, bytes.length, most)(bytes)
}

/**
 * Counts the parts of a message of `length` bytes as its pieces arrive.
 *
 * @returns takes the next piece, and says how many parts there are so far; Infinity from `most` on
 */
export function partCounter(desc: DescMessage, length: number, most: number): (piece: Uint8Array) => number {
  const open: { end: number; fields: Kinds }[] = []
  let last = { end: length, fields: kindsOf(desc) }
  /** Where the piece begins in the message, and up to where what follows is passed over. */
  let before = 0
  let skipTo = 0
  let quarters = 0
  /** The varint that is read, and what it is. */
  let value = 0
  let shift = 0
  let isTag = true
  let tag = 0
  let kind: Kind | undefined
  return (piece) => {
    let at = Math.max(0, skipTo - before)
    while (at < piece.length && quarters <= 4 * most) {
      // A length may lead beyond the end of the message around it.
      if (isTag && shift === 0) while (before + at >= last.end && open.length > 0) last = open.pop()!
      const byte = piece[at++]!
      // Tags and lengths are 32 bits, however long they are written: a decoder passes over the others.
      if (shift < 32) value |= (byte & 0x7f) << shift
      shift += 7
      if (byte >= 0x80) continue
      const read = value >>> 0
      value = 0
      shift = 0
      if (isTag) {
        tag = read
        kind = last.fields.get(tag >>> 3)
        quarters += kind === undefined ? 1 : 4
        const type = tag & 7
        isTag = type !== VARINT && type !== LEN
        if (type === I64) at += 8
        else if (type === I32) at += 4
      } else {
        isTag = true
        if ((tag & 7) !== LEN) continue
        if (typeof kind === 'function') {
          open.push(last)
          last = { end: before + at + read, fields: kind() }
        } else {
          if (kind === 'packed') quarters += read
          at += read
        }
      }
    }
    skipTo = before + at
    before += piece.length
    return quarters > 4 * most ? Number.POSITIVE_INFINITY : Math.ceil(quarters / 4)
  }
}

/**
 * How many parts a JSON text has, counted before it is parsed: brackets that open, and commas, outside of its strings. An object of
 * very many names takes many times as long to parse as a text of the same size with few.
 *
 * @param mostMembers of one object
 * @returns Infinity beyond `most`, or beyond `mostMembers`
 */
export function jsonParts(bytes: Uint8Array, most: number, mostMembers = most): number {
  /** Commas of the lists and objects that are open; of a list from far below zero. */
  const open: number[] = []
  let commas = 0
  let found = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) {
      for (at++; at < bytes.length && bytes[at] !== QUOTE; at++) if (bytes[at] === BACKSLASH) at++
    } else if (byte === COMMA) {
      found += 1
      commas += 1
    } else if (byte === OPEN_BRACKET || byte === OPEN_BRACE) {
      found += 1
      open.push(commas)
      commas = byte === OPEN_BRACE ? 0 : Number.NEGATIVE_INFINITY
    } else if (byte === CLOSE_BRACKET || byte === CLOSE_BRACE) commas = open.pop() ?? 0
    if (found > most || commas >= mostMembers) return Number.POSITIVE_INFINITY
  }
  return found
}

/** The fields of a message that are more than one value: the fields of the message in them, or what else they are. */
type Kind = (() => Kinds) | 'list' | 'packed'
type Kinds = Map<number, Kind>

function kindsOf(desc: DescMessage): Kinds {
  let kinds = known.get(desc)
  if (kinds === undefined) {
    kinds = new Map()
    for (const field of desc.fields) {
      const kind = kindOf(field)
      if (kind !== undefined) kinds.set(field.number, kind)
    }
    known.set(desc, kinds)
  }
  return kinds
}

function kindOf(field: DescField): Kind | undefined {
  const { message } = field
  if (field.fieldKind === 'map') {
    const entry: Kinds = new Map()
    if (message !== undefined) entry.set(2, () => kindsOf(message))
    return () => entry
  }
  if (message !== undefined) return () => kindsOf(message)
  if (field.fieldKind !== 'list') return undefined
  return field.packed ? 'packed' : 'list'
}

const known = new WeakMap<DescMessage, Kinds>()
/** Wire types (https://protobuf.dev/programming-guides/encoding/#structure). */
const VARINT = 0
const I64 = 1
const LEN = 2
const I32 = 5
const QUOTE = 0x22
const COMMA = 0x2c
const OPEN_BRACKET = 0x5b
const BACKSLASH = 0x5c
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const CLOSE_BRACKET = 0x5d
