import { isUtf8 } from 'node:buffer'
import { DomainError, invalid, Reason } from '../../../services/kernel/errors/errors.ts'
import type { JsonValue } from '../../../services/kernel/json/canonical-json.ts'
import { parseJson, readJson } from '../../../services/kernel/json/parse-json.ts'
import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from '../../../services/kernel/values/json-bytes.ts'
import { LIMITS } from '../../../services/kernel/values/limits.ts'

/**
 * Parses a REST body so that no two readers can see two different requests (docs/decisions/0026-json-depth-and-duplicate-keys.md):
 * UTF-8, RFC 8259, at most 64 levels, no duplicate keys, no `__proto__`, no NUL or lone surrogate in any string, numbers finite and
 * those that are written as integers within 2^53 - 1. A large text has at most 20,000 members.
 *
 * @param part the place of the text, if it is a list that is a part of a body: the path and depth of that list in the body,
 *   and the index in it of the first item of the text
 * @throws DomainError VALIDATION
 */
export function strictJson(body: Buffer, part: Part = WHOLE): JsonValue {
  if (!isUtf8(body)) throw notJson()
  const { members, depth, inexact } = scan(body)
  if (depth + part.depth > LIMITS.jsonDepth)
    throw refused(`must be nested at most ${LIMITS.jsonDepth} levels deep`)
  if (body.length > LARGE_BYTES && members > MAX_MEMBERS)
    throw refused(`must not have an item of more than ${MAX_MEMBERS} members`)
  const text = body.toString('utf8')
  let value: JsonValue
  try {
    value = parseJson(text)
  } catch {
    throw notJson()
  }
  // Only the literal of a number shows whether it is written as an integer.
  if (inexact) {
    const marked = readJson(text, (literal) => (isInexact(literal) ? INEXACT : Number(literal)))
    inspect(marked, [...part.path], part.first)
  }
  if (!SUSPECT.test(text) && count(value) === members) return value
  if (inspect(value, [...part.path], part.first) !== members) throw refused('must not contain duplicate keys')
  return value
}

/** Without an escaped code unit, no string of valid UTF-8 holds NUL or a lone surrogate, and `__proto__` appears literally. */
const SUSPECT = /\\u|__proto__/

/** Counts the members of a value whose strings need no check; NaN if a number in it is not allowed. */
function count(value: JsonValue): number {
  if (typeof value === 'number') return Number.isFinite(value) ? 0 : Number.NaN
  if (typeof value !== 'object' || value === null) return 0
  let members = 0
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) members += count(value[i]!)
    return members
  }
  for (const key in value) members += 1 + count(value[key]!)
  return members
}

/**
 * Counts the members (colons outside strings) and the depth of the text, and finds whether it has an integer that a double does not
 * hold exactly. `parseJson` keeps one member of each name, so a parsed value with fewer members than the text had duplicates.
 */
function scan(body: Buffer): { members: number; depth: number; inexact: boolean } {
  let members = 0
  let depth = 0
  let deepest = 0
  let inexact = false
  for (let i = 0; i < body.length; i++) {
    const byte = body[i]
    if (byte === QUOTE) {
      for (i++; i < body.length && body[i] !== QUOTE; i++) if (body[i] === BACKSLASH) i++
    } else if (isDigit(byte)) {
      const start = i
      let isInteger = true
      while (isInNumber(body[i + 1])) isInteger = isDigit(body[++i]) && isInteger
      if (isInteger && i - start >= SAFE_DIGITS) inexact ||= isInexact(body.toString('latin1', start, i + 1))
    } else if (byte === COLON) {
      members += 1
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      depth += 1
      if (depth > deepest) deepest = depth
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      depth -= 1
    }
  }
  return { members, depth: deepest, inexact }
}

/**
 * A number with a fraction or an exponent denotes the nearest double. An integer beyond 2^53 - 1 may not fit into a double
 * exactly.
 */
function isInexact(literal: string): boolean {
  return INTEGER.test(literal) && !Number.isSafeInteger(Number(literal))
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39
}

/** A digit, or one of `.`, `e`, `E`, `+` and `-`. */
function isInNumber(byte: number | undefined): boolean {
  return isDigit(byte) || byte === 0x2e || byte === 0x65 || byte === 0x45 || byte === 0x2b || byte === 0x2d
}

/** Checks every string and number, and counts the members. */
function inspect(value: Parsed, path: (string | number)[], first = 0): number {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw wrong(path, 'must not contain NUL')
    if (!value.isWellFormed()) throw wrong(path, 'must not contain a lone surrogate')
    return 0
  }
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw wrong(path, 'must be a finite number')
    return 0
  }
  if (typeof value === 'bigint') {
    throw wrong(
      path,
      'is an integer beyond 2^53 - 1, which not every reader keeps exactly: send it as a string',
    )
  }
  if (typeof value !== 'object' || value === null) return 0
  let members = 0
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      path.push(first + i)
      members += inspect(value[i]!, path)
      path.pop()
    }
    return members
  }
  for (const key of Object.keys(value)) {
    if (key === '__proto__') throw refused('must not contain the key __proto__')
    path.push(key)
    inspect(key, path)
    members += 1 + inspect(value[key]!, path)
    path.pop()
  }
  return members
}

export function notJson(): DomainError {
  const message = 'request body is not valid JSON'
  return new DomainError(Reason.VALIDATION, message, { details: { formErrors: [message], fieldErrors: {} } })
}

export function refused(problem: string): DomainError {
  const message = `request body ${problem}`
  return new DomainError(Reason.VALIDATION, message, { details: { formErrors: [message], fieldErrors: {} } })
}

function wrong(path: (string | number)[], problem: string): DomainError {
  const named = path.length > 0 && path.every((key) => typeof key === 'number' || FIELD.test(key))
  return named ? invalid({ [path.join('.')]: [problem] }) : refused(problem)
}

/** The form of the fields of the v1 API. Errors name only such texts: other text of the caller MUST NOT be echoed. */
const FIELD = /^[a-z][a-z0-9_]{0,63}$/

type Parsed = ReturnType<typeof readJson<number | bigint>>
type Part = { path: (string | number)[]; first: number; depth: number }
const WHOLE: Part = { path: [], first: 0, depth: 0 }

/** More bytes than a piece of a batch has (batch-json.ts), unless one item in it is large itself. */
const LARGE_BYTES = 384 * 1024
/** Several times what an item with a payload of 32 KiB may have. 90,000 names held the event loop for most of a second. */
const MAX_MEMBERS = 20_000

const INTEGER = /^-?\d+$/
const INEXACT = 0n
/** An integer of so many digits is below 2^53. */
const SAFE_DIGITS = 15
