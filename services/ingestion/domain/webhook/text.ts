import { sha256Hex } from '../../../kernel/crypto/digest.ts'
import { LIMITS } from '../../../kernel/values/limits.ts'

/** A text as it may be stored: NUL and lone surrogates (which PostgreSQL refuses) become U+FFFD. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD')
}

/**
 * Text of at most `limit` UTF-16 code units. A longer one is cut, never inside a surrogate pair, and ends in a visible
 * mark: an alert is not lost because a title is long, and the whole text stays in the raw bytes of the delivery.
 */
export function cut(text: string, limit: number): { text: string; shortened: boolean } {
  if (text.length <= limit) return { text, shortened: false }
  const kept = text.slice(0, limit - CUT_MARK.length).replace(/[\uD800-\uDBFF]$/, '')
  return { text: kept + CUT_MARK, shortened: true }
}

/**
 * A sender's event id of at most 200 UTF-16 code units that stays distinct: where it had to be shortened or a character
 * of it replaced, it ends in the SHA-256 of the original. Two events never become one (a false replay would lose one).
 */
export function storableIdentifier(original: string): { text: string; shortened: boolean } {
  const text = storable(original)
  if (text === original && text.length <= LIMITS.identifier) return { text, shortened: false }
  const mark = `…sha256:${sha256Hex(JSON.stringify(original))}`
  const kept = text.slice(0, LIMITS.identifier - mark.length).replace(/[\uD800-\uDBFF]$/, '')
  return { text: kept + mark, shortened: true }
}

/** A string as it is, a finite number or an exact integer in decimal; anything else is no text. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value
  if (typeof value === 'bigint') return value.toString()
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : null
}

export function isBlank(text: string): boolean {
  return text.trim() === ''
}

export const CUT_MARK = ' … [truncated]'
