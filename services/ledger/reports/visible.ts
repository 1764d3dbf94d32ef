/**
 * Text as a document shows it. Characters that are invisible or that reorder others are shown as their code points: `‹U+202E›`.
 * Readers therefore see everything that a report contains.
 */
export function visible(text: string): string {
  return text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n').replace(UNSEEN, codePoint)
}

export function codePoint(character: string): string {
  return `‹U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}›`
}

/**
 * Control and format characters (also bidirectional and zero-width ones), surrogates, private and unassigned characters, blank
 * letters.
 */
const UNSEEN =
  /(?!\n)(?:[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Variation_Selector}\u115f\u1160\u3164\uffa0]|\u034f|\u17b4|\u17b5)/gu
