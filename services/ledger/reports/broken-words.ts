import LineBreaker from 'linebreak'
import { isOfFurtherScripts } from './further-font.ts'

/**
 * Breaks the words of a text that are longer than a line. A word is a text in which UAX 14 allows no line break, found by the
 * library that pdfkit uses too. It may also be a run of spaces, of letters that cannot begin a line, or of joined emoji. For each
 * line of a long word pdfkit measures the whole rest, so very long words MUST NOT reach it.
 */
export function brokenWords(text: string): string {
  const breaker = new LineBreaker(text)
  let broken = ''
  let start = 0
  for (let next = breaker.nextBreak(); next !== null; next = breaker.nextBreak()) {
    const word = text.slice(start, next.position)
    // Spaces at the end of a word do not count, unless there are many.
    const { length } = word.trimEnd()
    const end = word.length - length
    broken += end <= MAX_SPACES ? inLines(word.slice(0, length)) + word.slice(length) : inLines(word)
    start = next.position
  }
  return broken
}

function inLines(word: string): string {
  if (word.length <= WIDE) return word
  let broken = ''
  let width = 0
  for (const character of word) {
    const own = isOfFurtherScripts(character) ? LINE / WIDE : LINE / NARROW
    // The line break that ends the word does not add a line.
    if (width + own > LINE && character !== '\n') {
      broken += '\n'
      width = 0
    }
    broken += character
    width += own
  }
  return broken
}

/** The number of characters that fit into a line: of East Asian scripts, and of others. A SHA-256 in hex has 64. */
const WIDE = 40
const NARROW = 64
const LINE = WIDE * NARROW

const MAX_SPACES = 8
