import { codePoint, RIGHT_TO_LEFT, visible } from './visible.ts'

/**
 * Returns a value as it stands in a text without elements: the title of a dialog, a choice, a message. Each of its lines that has
 * letters from right to left is between isolates (UAX 9, FSI and PDI), so that the text around it keeps its order. The build puts this
 * call around every value of such a text (texts/isolate.mjs).
 */
export function isolated<T>(value: T): T | string {
  if (typeof value !== 'string' || !RIGHT_TO_LEFT.test(value)) return value
  return value.split('\n').map(isolatedLine).join('\n')
}

function isolatedLine(line: string): string {
  if (!RIGHT_TO_LEFT.test(line)) return line
  const shown = visible(line)
  // A value may be such a text itself: then it has letters, and those from right to left are in isolates.
  const around = shown.replace(/\u2068[^\u2068\u2069]*\u2069/g, '')
  if (/\p{L}/u.test(around) && !RIGHT_TO_LEFT.test(around)) return shown
  return `\u2068${shown.replace(/[\u2068\u2069]/g, codePoint)}\u2069`
}
