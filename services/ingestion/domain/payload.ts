import type { JsonObject, JsonValue } from '@bufbuild/protobuf'
import { sha256Hex } from '../../kernel/crypto/digest.ts'
import { canonicalJson } from '../../kernel/json/canonical-json.ts'
import { LIMITS } from '../../kernel/values/limits.ts'

/** A payload as it is stored: its RFC 8785 text, and the lower-case hex SHA-256 of that text's UTF-8 bytes. */
export type Payload = { text: string; hash: string }

/** Returns the canonical form of a payload, `{}` for an absent one, or its problem in words. */
export function canonicalPayload(value: JsonObject | undefined): Payload | string {
  if (value === undefined) return EMPTY
  let text: string | undefined
  try {
    text = canonicalText(value)
  } catch {
    return 'must hold finite numbers and well-formed strings only'
  }
  if (text === undefined || text.length > LIMITS.payloadBytes) return TOO_LARGE
  if (text.includes('\\u0000') && NUL.test(text)) return 'must not contain NUL'
  if (Buffer.byteLength(text) > LIMITS.payloadBytes) return TOO_LARGE
  return { text, hash: sha256Hex(text) }
}

/**
 * Returns RFC 8785 text, the quick way where possible: ECMAScript's own serialization is canonical for everything but the order
 * of keys (RFC 8785 section 3.2.2), and an object keeps the order in which keys were put in, except keys that are integers. Other
 * values are serialized by canonicalJson, which is slower.
 *
 * @returns undefined for a payload that is certainly too large: the work for any payload is bounded by the limit
 */
function canonicalText(value: JsonObject): string | undefined {
  if (bytesLeftAfter(value, LIMITS.payloadBytes) < 0) return undefined
  const ordered = inOrder(value)
  return ordered === undefined ? canonicalJson(value) : JSON.stringify(ordered)
}

/**
 * Returns an upper bound of the bytes left of `limit` after the serialized value: every string counts by its length, every number
 * as one byte. The bound becomes negative once the limit is exceeded; the rest of the value is then not read.
 */
function bytesLeftAfter(value: JsonValue, limit: number): number {
  if (typeof value === 'string') return limit - value.length - 2
  if (typeof value !== 'object' || value === null) return limit - 1
  if (Array.isArray(value)) {
    let left = limit - value.length - 1
    for (let i = 0; i < value.length && left >= 0; i++) left = bytesLeftAfter(value[i]!, left)
    return left
  }
  let left = limit - 1
  for (const key in value) {
    if (left < 0) break
    left = bytesLeftAfter(value[key]!, left - key.length - 4)
  }
  return left
}

/** Returns the same value with every object's keys in canonical order, or undefined if an object cannot keep that order. */
function inOrder(value: JsonValue): JsonValue | undefined {
  if (typeof value === 'string') return value.isWellFormed() ? value : undefined
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items: JsonValue[] = []
    for (const item of value) {
      const ordered = inOrder(item)
      if (ordered === undefined) return undefined
      items.push(ordered)
    }
    return items
  }
  const object: JsonObject = {}
  for (const key of sorted(Object.keys(value))) {
    const first = key.charCodeAt(0)
    if ((first >= 0x30 && first <= 0x39) || key === '__proto__' || !key.isWellFormed()) return undefined
    const ordered = inOrder(value[key]!)
    if (ordered === undefined) return undefined
    object[key] = ordered
  }
  return object
}

/**
 * Sorts keys in place, by UTF-16 code units (RFC 8785 section 3.2.3). Few keys are sorted without the memory that `sort` takes.
 */
function sorted(keys: string[]): string[] {
  if (keys.length > 32) return keys.sort()
  for (let i = 1; i < keys.length; i++) {
    const key = keys[i]!
    let at = i
    for (; at > 0 && keys[at - 1]! > key; at--) keys[at] = keys[at - 1]!
    keys[at] = key
  }
  return keys
}

const TOO_LARGE = `must be at most ${LIMITS.payloadBytes} bytes serialized`
const EMPTY: Payload = { text: '{}', hash: sha256Hex('{}') }
/** An escaped NUL: the backslash before the u is not itself escaped. */
const NUL = /(?<!\\)(?:\\\\)*\\u0000/
