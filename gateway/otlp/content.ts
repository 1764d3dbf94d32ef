import type { JsonObject } from '@bufbuild/protobuf'
import { sha256Hex } from '../../services/kernel/crypto/digest.ts'

/** What is kept of arguments and results: their hash alone, or the text too. */
export type Content = 'hashed' | 'kept'

/** Returns the hash of a text, and the text itself if content is kept and the text is small enough. */
export function contentOf(name: string, text: string | undefined, content: Content): JsonObject {
  if (text === undefined) return {}
  const hashed = { [`${name}_sha256`]: sha256Hex(text) }
  if (content === 'hashed' || text.length > MAX_CONTENT) return hashed
  const small = Buffer.byteLength(JSON.stringify(text)) <= MAX_CONTENT
  return small && text.isWellFormed() && !text.includes('\0') ? { ...hashed, [name]: text } : hashed
}

/** Limit of the bytes of arguments, and of a result, that are kept, as JSON: both fit in a payload. */
const MAX_CONTENT = 12_000
