import { RIGHT_TO_LEFT, visible } from './visible.ts'

/**
 * Returns a value as it stands in a text without elements: the title of a dialog, a choice, a message. A name that has letters from
 * right to left is between isolates (UAX 9, FSI and PDI), so that the text around it keeps its order. The build puts this call around
 * every value of such a text (texts/translate.mjs).
 */
export function isolated<T>(value: T): T | string {
  if (typeof value !== 'string' || !RIGHT_TO_LEFT.test(value)) return value
  const shown = visible(value)
  // A value may be such a text itself.
  return shown.includes('\u2068') ? shown : `\u2068${shown}\u2069`
}
