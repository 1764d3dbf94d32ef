import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from '../values/json-bytes.ts'
import type { JsonValue } from './canonical-json.ts'

/**
 * Parses like JSON.parse, with the names that the text has. V8 13.6 to 14.6 (Node.js 24 to 26) reads a name that is written with
 * an escape as another one, once the process has parsed an object with a backslash in a name: after `{"":1,"\\":0}`, the text
 * `{"":1,"\n":2}` has a member `\` (github.com/nodejs/node/issues/63785). Values, and names without an escape, are parsed
 * correctly. So texts whose names have escapes are parsed here.
 *
 * @throws SyntaxError as JSON.parse does
 */
export function parseJson(text: string): JsonValue {
  const value: JsonValue = JSON.parse(text)
  return hasEscapedName(text) ? readJson(text, Number) : value
}

/**
 * Whether a name in the text is written with an escape. Only backslashes are examined: a text without one costs a single search.
 * For a text that is not JSON the answer has no meaning.
 */
export function hasEscapedName(text: string): boolean {
  for (let at = text.indexOf('\\'); at !== -1; at = text.indexOf('\\', at)) {
    at = endOfString(text, at)
    while (isSpace(text.charCodeAt(at))) at++
    if (text.charCodeAt(at) === COLON) return true
  }
  return false
}

/**
 * Reads a text that JSON.parse accepts. If several members have one name, the last counts.
 *
 * @throws SyntaxError where it is nested deeper than the stack allows
 * @param numberOf returns the value of a number's literal
 */
export function readJson<N extends number | bigint>(text: string, numberOf: (literal: string) => N): Json<N> {
  let at = 0
  let depth = 0
  const skipSpace = (): void => {
    while (isSpace(text.charCodeAt(at))) at++
  }
  /** Skips white space and one character. */
  const next = (): number => {
    skipSpace()
    return text.charCodeAt(at++)
  }
  const string = (): string => {
    const start = at - 1
    at = endOfString(text, at)
    // JSON.parse reads a single string correctly.
    return JSON.parse(text.slice(start, at))
  }
  const list = (): Json<N>[] => {
    const items: Json<N>[] = []
    skipSpace()
    if (text.charCodeAt(at) === CLOSE_BRACKET) {
      at++
      return items
    }
    do items.push(value())
    while (next() === COMMA)
    return items
  }
  const object = (): { [name: string]: Json<N> } => {
    const members: { [name: string]: Json<N> } = {}
    if (next() === CLOSE_BRACE) return members
    for (;;) {
      const name = string()
      next()
      put(members, name, value())
      if (next() !== COMMA) return members
      next()
    }
  }
  const value = (): Json<N> => {
    const first = next()
    if (first === QUOTE) return string()
    if (first === OPEN_BRACE || first === OPEN_BRACKET) {
      if (++depth > DEEPEST) throw new SyntaxError('nested too deep')
      const found = first === OPEN_BRACE ? object() : list()
      depth -= 1
      return found
    }
    const start = at - 1
    while (at < text.length && !ENDS.has(text.charCodeAt(at))) at++
    const literal = text.slice(start, at)
    return WORDS.has(literal) ? WORDS.get(literal)! : numberOf(literal)
  }
  return value()
}

/**
 * Replaces the JSON.parse of this process by `parseJson`, for the libraries that parse what callers send: Connect's handlers. A
 * second call does nothing.
 */
export function repairJsonParse(): void {
  if (JSON.parse === repaired) return
  native = JSON.parse
  JSON.parse = repaired
}

let native = JSON.parse

function repaired(text: unknown, reviver?: Parameters<typeof JSON.parse>[1]): unknown {
  const value = native(text as string, reviver)
  const isMisread = reviver === undefined && typeof text === 'string' && hasEscapedName(text)
  return isMisread ? readJson(text, Number) : value
}

/** Returns the end of the string that contains `at`: the index after its closing quotation mark. */
function endOfString(text: string, at: number): number {
  for (let i = at; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === BACKSLASH) i++
    else if (code === QUOTE) return i + 1
  }
  return text.length
}

/** Adds a member. An assignment to `__proto__` would not. */
function put<V>(members: { [name: string]: V }, name: string, value: V): void {
  if (name !== '__proto__') members[name] = value
  else Object.defineProperty(members, name, { value, writable: true, enumerable: true, configurable: true })
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d)
}

/** Many times the depth of any body or record. */
const DEEPEST = 2000
/** The character after a number, true, false or null. */
const ENDS = new Set([0x09, 0x0a, 0x0d, 0x20, COMMA, CLOSE_BRACKET, CLOSE_BRACE])
const WORDS = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
])

type Json<N> = null | boolean | string | N | Json<N>[] | { [name: string]: Json<N> }
