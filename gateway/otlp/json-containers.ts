import type { Share } from '../../services/kernel/concurrency/event-loop.ts'
import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  isWhiteSpace,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from '../../services/kernel/values/json-bytes.ts'
import { type Limits, PIECE_BYTES } from './pieces.ts'

/** The bytes [from, to) of a text. */
export type Range = { from: number; to: number }

/** The objects and lists that are larger than a piece, by the index at which each begins: its end, and its number of parts. */
export type Containers = ReadonlyMap<number, { end: number; parts: number }>

/**
 * Finds the large objects and lists of a JSON text, and counts its parts as `jsonParts` does.
 *
 * @throws the error of `limits`; SyntaxError for brackets and quotation marks without a counterpart
 */
export async function containersOf(bytes: Uint8Array, limits: Limits, share: Share): Promise<Containers> {
  const found = new Map<number, { end: number; parts: number }>()
  const open: Open[] = []
  let last: Open | undefined
  let parts = 0
  let pause = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) at = endOfString(bytes, at) - 1
    else if (byte === COMMA) {
      parts += 1
      if (last !== undefined && ++last.commas >= limits.members && bytes[last.at] === OPEN_BRACE)
        throw limits.refusal()
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      parts += 1
      last = { at, commas: 0, before: parts }
      open.push(last)
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      const begun = open.pop()
      if (begun === undefined || (byte === CLOSE_BRACE) !== (bytes[begun.at] === OPEN_BRACE))
        throw new SyntaxError('not closed')
      if (at + 1 - begun.at > PIECE_BYTES) found.set(begun.at, { end: at + 1, parts: parts - begun.before })
      last = open.at(-1)
    }
    if (parts > limits.parts) throw limits.refusal()
    if (at >= pause) {
      pause = at + STEP
      await share()
    }
  }
  if (open.length > 0) throw new SyntaxError('not closed')
  return found
}

/** Returns the parts between the commas of an object or a list. An empty one has none. */
export function* childrenOf(
  bytes: Uint8Array,
  containers: Containers,
  { from, to }: Range,
): Generator<Range> {
  let start = from + 1
  let depth = 0
  for (let at = start; at < to - 1; ) {
    const byte = bytes[at]
    if (byte === QUOTE) {
      at = endOfString(bytes, at)
      continue
    }
    if (byte === COMMA && depth === 0) {
      yield trimmed(bytes, { from: start, to: at })
      start = at + 1
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      const large = containers.get(at)
      if (large !== undefined) {
        at = large.end
        continue
      }
      depth += 1
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth -= 1
    at += 1
  }
  const last = trimmed(bytes, { from: start, to: to - 1 })
  if (last.to > last.from || start > from + 1) yield last
}

/** Returns the ranges of a member's name, as it is written, and of its value. @throws SyntaxError */
export function memberOf(bytes: Uint8Array, { from, to }: Range): { name: Range; value: Range } {
  const name = { from, to: bytes[from] === QUOTE ? endOfString(bytes, from) : from }
  const value = trimmed(bytes, { from: name.to, to })
  if (name.to === from || bytes[value.from] !== COLON) throw new SyntaxError('not a member')
  return { name, value: trimmed(bytes, { from: value.from + 1, to }) }
}

/** Returns a range without the white space at its ends. */
export function trimmed(bytes: Uint8Array, { from, to }: Range): Range {
  let [first, end] = [from, to]
  while (first < end && isWhiteSpace(bytes[first])) first += 1
  while (end > first && isWhiteSpace(bytes[end - 1])) end -= 1
  return { from: first, to: end }
}

/** Returns the index after the string that begins at `at`. @throws SyntaxError if it does not end */
export function endOfString(bytes: Uint8Array, at: number): number {
  for (let i = at + 1; i < bytes.length; i++) {
    if (bytes[i] === BACKSLASH) i++
    else if (bytes[i] === QUOTE) return i + 1
  }
  throw new SyntaxError('not closed')
}

/** An object or list that is open: the number of its commas, and the number of parts of the text before its content. */
type Open = { at: number; commas: number; before: number }
/** Bytes between two looks at the clock. */
const STEP = 64 * 1024
