import { jsonParts } from '../../../kernel/bodies/message-parts.ts'
import { parseJson, readJson } from '../../../kernel/json/parse-json.ts'
import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from '../../../kernel/values/json-bytes.ts'
import { LIMITS } from '../../../kernel/values/limits.ts'

/**
 * Parses the raw bytes of a delivery as a JSON value (RFC 8259). Refuses a compressed body, invalid UTF-8, a byte-order mark, an
 * empty body, nesting beyond 64 levels, very many values and a form (answered 400 `invalid_json`, docs/api.md 7.2). Takes duplicate keys
 * (the last one counts), unknown fields and huge numbers.
 *
 * An integer literal beyond ±(2^53 − 1) becomes a bigint, so that an identifier sent as a number stays exact and two
 * different ones never look like a replay. `contentEncoding` is the header as received, if there was one.
 */
export function parseBody(bytes: Uint8Array, contentEncoding?: string): ParsedBody {
  if (contentEncoding !== undefined && !/^(?:identity)?$/i.test(contentEncoding.trim()))
    return refused('compressed')
  if (bytes.length === 0) return refused('empty')
  let text: string
  try {
    text = UTF8.decode(bytes)
  } catch {
    return refused(isCompressed(bytes) ? 'compressed' : 'not_utf8')
  }
  if (text.charCodeAt(0) === 0xfeff) return refused('byte_order_mark')
  if (nestedDeeperThan(text, LIMITS.jsonDepth)) return refused('too_deep')
  if (bytes.length > FEW_BYTES && jsonParts(bytes, MAX_PARTS, MAX_MEMBERS) > MAX_PARTS)
    return refused('too_many_parts')
  try {
    return { ok: true, value: withoutStack(() => readBody(text)) }
  } catch {
    return refused(FORM.test(text) ? 'form' : 'not_json')
  }
}

/** Whether bytes begin as gzip (RFC 1952), zlib (RFC 1950) or zstd (RFC 8878) does. */
function isCompressed(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 4)).toString('hex')
  return /^(?:1f8b08|78(?:01|5e|9c|da)|28b52ffd)/.test(head)
}

/**
 * True when more than `limit` containers are open at once. Looks at brackets outside strings only, without recursion
 * and in one pass, so it is safe on text that nobody has checked yet.
 */
function nestedDeeperThan(text: string, limit: number): boolean {
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === QUOTE) {
      i = closingQuote(text, i + 1)
      if (i < 0) return false
    } else if (code === OPEN_BRACKET || code === OPEN_BRACE) {
      if (++depth > limit) return true
    } else if (code === CLOSE_BRACKET || code === CLOSE_BRACE) depth--
  }
  return false
}

function closingQuote(text: string, from: number): number {
  for (let i = from; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === BACKSLASH) i++
    else if (code === QUOTE) return i
  }
  return -1
}

/**
 * Runs code that throws in normal operation. A body may have tens of thousands of texts that are almost JSON, and a stack takes
 * longer than the parsing.
 */
function withoutStack<T>(run: () => T): T {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 0
  try {
    return run()
  } finally {
    Error.stackTraceLimit = limit
  }
}

function readBody(text: string): JsonBody {
  const value = parseJson(text)
  return LONG_INTEGER.test(text) ? readJson<number | bigint>(text, exactNumber) : value
}

function exactNumber(literal: string): number | bigint {
  const value = Number(literal)
  const isExact = Number.isSafeInteger(value) || literal.length > MAX_INTEGER_LENGTH
  return !isExact && /^-?[0-9]+$/.test(literal) ? BigInt(literal) : value
}

function refused(why: BodyFault): ParsedBody {
  return { ok: false, why }
}

/** The beginning of a form (`application/x-www-form-urlencoded`): a name and its value, without white space. */
const FORM = /^[A-Za-z_][\w.%+[\]-]{0,100}=[^\s"<>{}]{0,10000}(?:&|\s*$)/
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
/** A body of at most this size cannot have more values or members than are allowed. */
const FEW_BYTES = 32 * 1024
/** Limit of commas and brackets outside strings: several times as many as alerts have, which take 20 bytes a value and more. */
const MAX_PARTS = 100_000
/** Limit of the members of one object. */
const MAX_MEMBERS = 10_000
const MAX_INTEGER_LENGTH = 200
const LONG_INTEGER = /[0-9]{16}/

export type JsonBody = null | boolean | number | bigint | string | JsonBody[] | { [key: string]: JsonBody }

export type BodyFault =
  | 'compressed'
  | 'empty'
  | 'not_utf8'
  | 'byte_order_mark'
  | 'too_deep'
  | 'too_many_parts'
  | 'not_json'
  | 'form'

type ParsedBody = { ok: true; value: JsonBody } | { ok: false; why: BodyFault }
