import { sha256Hex } from '../../services/kernel/crypto/digest.ts'
import { LIMITS } from '../../services/kernel/values/limits.ts'

/** Whether a text may be a name or an id of a run or an event. */
export function isFitting(text: string): boolean {
  if (text.length > LIMITS.identifier && [...text].length > LIMITS.identifier) return false
  return text.isWellFormed() && !text.includes('\0')
}

/**
 * Returns a name or an id as it is stored: the text itself or, if no record may hold it, its beginning and its hash. Users, models
 * and tool servers control these texts. They MUST NOT be able to keep a span out, because the tool that it used would then not be
 * found.
 */
export function fitting(text: string): string
export function fitting(text: string | undefined): string | undefined
export function fitting(text: string | undefined): string | undefined {
  if (text === undefined || isFitting(text)) return text
  const beginning = [...text.slice(0, 2 * BEGINNING)].slice(0, BEGINNING).join('')
  return `${beginning.toWellFormed().replaceAll('\0', '\ufffd')}… sha256:${sha256Hex(text)}`
}

/** The name of a tool that has none. Tool servers choose names: an empty one MUST NOT keep the call out. */
export const UNNAMED_TOOL = '(unnamed tool)'

/** The number of characters of a text that are kept. With the hash they are fewer than a record may hold. */
const BEGINNING = 100
