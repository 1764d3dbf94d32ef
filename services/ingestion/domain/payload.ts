import type { JsonObject } from '@bufbuild/protobuf'
import { canonicalJson } from '../../kernel/canonical-json.ts'
import { sha256Hex } from '../../kernel/digest.ts'
import { LIMITS } from '../../kernel/limits.ts'

/** A payload as it is stored: its RFC 8785 text, and the lower-case hex SHA-256 of that text's UTF-8 bytes. */
export type Payload = { text: string; hash: string }

/** The canonical form of a payload, absent: `{}`; or what is wrong with it, in words. */
export function canonicalPayload(value: JsonObject | undefined): Payload | string {
  if (value === undefined) return EMPTY
  let text: string
  try {
    text = canonicalJson(value)
  } catch {
    return 'must hold finite numbers and well-formed strings only'
  }
  if (text.includes('\\u0000') && NUL.test(text)) return 'must not contain NUL'
  if (text.length > LIMITS.payloadBytes || Buffer.byteLength(text) > LIMITS.payloadBytes) {
    return `must be at most ${LIMITS.payloadBytes} bytes serialized`
  }
  return { text, hash: sha256Hex(text) }
}

const EMPTY: Payload = { text: '{}', hash: sha256Hex('{}') }
/** An escaped NUL: the backslash before the u is not itself escaped. */
const NUL = /(?<!\\)(?:\\\\)*\\u0000/
