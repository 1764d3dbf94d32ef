import type { DescField, DescMessage } from '@bufbuild/protobuf'
import { WireType } from '@bufbuild/protobuf/wire'
import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COMMA,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from '../values/json-bytes.ts'
import { wireTypeOf, wireTypeOfScalar, wireTypeOfValue } from './wire-types.ts'

/**
 * Counts the parts of a protobuf message before it is decoded: an empty nested message takes two bytes, and a hundred times as
 * many once it is decoded. Messages, map entries and list values are parts, and so is every fourth other field. Fields are read as
 * `fromBinary` reads them: exactly the fields that it skips are skipped here. For a malformed message the result has no meaning.
 *
 * @returns Infinity beyond `most`
 */
export function messageParts(desc: DescMessage, bytes: Uint8Array, most: number): number {
  return partCounter(desc, bytes.length, most)(bytes)
}

/**
 * Counts the parts of a message of `length` bytes as its pieces arrive.
 *
 * @returns a function that takes the next piece and returns how many parts there are so far; Infinity beyond `most`
 */
export function partCounter(desc: DescMessage, length: number, most: number): (piece: Uint8Array) => number {
  const open: { end: number; fields: Fields }[] = []
  let last = { end: length, fields: fieldsOf(desc) }
  /** Groups of fields that are not known. */
  let groups = 0
  /** The offset of the piece in the message, and the offset up to which bytes are skipped. */
  let before = 0
  let skipTo = 0
  let quarters = 0
  /** The varint that is being read, and whether it is a tag. */
  let value = 0
  let shift = 0
  let next: 'tag' | 'number' | 'length' = 'tag'
  let field: Field | undefined
  return (piece) => {
    let at = Math.max(0, skipTo - before)
    while (at < piece.length && quarters <= 4 * most) {
      // A length may lead beyond the end of the message around it.
      if (next === 'tag' && shift === 0 && groups === 0)
        while (before + at >= last.end && open.length > 0) last = open.pop()!
      const byte = piece[at++]!
      // Tags and lengths have 32 bits, even if their encoding has more bytes: a decoder ignores the other bits.
      if (shift < 32) value |= (byte & 0x7f) << shift
      shift += 7
      if (byte >= 0x80) continue
      const read = value >>> 0
      value = 0
      shift = 0
      if (next === 'tag') {
        const type = read & 7
        field = groups > 0 ? undefined : last.fields.get(read >>> 3)
        quarters += field?.isPart === true ? 4 : 1
        // A decoder reads a known field by its declared type, even if the tag names another wire type.
        const isPacked = field?.isPacked === true && type === LEN
        const as = field === undefined || isPacked ? type : field.wireType
        if (as === LEN) next = 'length'
        else if (as === VARINT) next = 'number'
        else if (as === START_GROUP) groups += 1
        else if (as === END_GROUP) groups -= 1
        else at += sizeOf(as)
      } else if (next === 'number') next = 'tag'
      else if (field?.fields !== undefined) {
        next = 'tag'
        open.push(last)
        last = { end: before + at + read, fields: field.fields() }
      } else if (field?.isPacked === true) {
        quarters += read
        // The last number ends where it does, be it behind the end of the list.
        const isVarint = field.wireType === VARINT && read > 0
        next = isVarint ? 'number' : 'tag'
        at += isVarint ? read - 1 : wholeNumbers(read, field.wireType)
      } else {
        next = 'tag'
        at += read
      }
    }
    skipTo = before + at
    before += piece.length
    return quarters > 4 * most ? Number.POSITIVE_INFINITY : Math.ceil(quarters / 4)
  }
}

/**
 * Counts the parts of a JSON text before it is parsed: opening brackets and commas, outside of its strings. An object with very
 * many names takes many times as long to parse as a text of the same size with few.
 *
 * @param mostMembers the limit for the members of one object
 * @returns Infinity beyond `most`, or beyond `mostMembers`
 */
export function jsonParts(bytes: Uint8Array, most: number, mostMembers = most): number {
  /**
   * The numbers of commas in the enclosing lists and objects. A list starts at minus infinity, so that it has no limit of
   * members.
   */
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

/** How a field is read: whether it counts as a part, and the fields of its message type. */
type Field = { wireType: WireType; isPart: boolean; isPacked: boolean; fields: (() => Fields) | undefined }
type Fields = Map<number, Field>

function fieldsOf(desc: DescMessage): Fields {
  let fields = known.get(desc)
  if (fields === undefined) {
    fields = new Map(desc.fields.map((field) => [field.number, fieldOf(field)]))
    known.set(desc, fields)
  }
  return fields
}

function fieldOf(field: DescField): Field {
  const wireType = wireTypeOf(field)
  if (field.fieldKind === 'map') {
    const value = valueField(field.message, wireTypeOfValue(field))
    const fields: Fields = new Map([
      [1, valueField(undefined, wireTypeOfScalar(field.mapKey))],
      [2, value],
    ])
    return { wireType, isPart: true, isPacked: false, fields: () => fields }
  }
  const value = valueField(field.message, wireType)
  if (field.fieldKind !== 'list' || field.message !== undefined) return value
  return { ...value, isPart: true, isPacked: wireType !== WireType.LengthDelimited }
}

function valueField(message: DescMessage | undefined, wireType: WireType): Field {
  const fields = message === undefined ? undefined : () => fieldsOf(message)
  return { wireType, isPart: message !== undefined, isPacked: false, fields }
}

function sizeOf(wireType: number): number {
  if (wireType === I64) return 8
  return wireType === I32 ? 4 : 0
}

function wholeNumbers(bytes: number, wireType: number): number {
  const size = sizeOf(wireType) || 1
  return Math.ceil(bytes / size) * size
}

const known = new WeakMap<DescMessage, Fields>()
const { Varint: VARINT, Bit64: I64, LengthDelimited: LEN, Bit32: I32 } = WireType
const { StartGroup: START_GROUP, EndGroup: END_GROUP } = WireType
