import { refused } from './refused.ts'

/**
 * Parses JSON as Python's `json.dump` writes it. NaN and the infinities, which JSON does not have, become null, by which every
 * format says "not measured". Any other text that is not JSON is refused, such as a truncated document. So is a text with more
 * than 1,000 open brackets, since the parser keeps about 50 bytes for each.
 *
 * @throws Failure usage
 */
export function lenientJson(path: string, text: string, place = ''): unknown {
  if (nestsBeyond(text, LEVELS)) throw refused(path, place, `is nested deeper than ${LEVELS} levels`)
  try {
    return JSON.parse(text)
  } catch {
    try {
      return JSON.parse(withoutNonNumbers(text))
    } catch {
      throw refused(path, place, 'is not JSON, or ends early')
    }
  }
}

/** Whether a text has, at any point, more than `levels` open brackets outside its strings. */
function nestsBeyond(text: string, levels: number): boolean {
  let open = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at)
    else if (code === BRACKET || code === BRACE) {
      if (++open > levels) return true
    } else if (code === BRACKET + 2 || code === BRACE + 2) open--
  }
  return false
}

/** Returns the position of the quotation mark that ends the string that begins at `from`, or the end of the text. */
function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let first = at
    while (text.charCodeAt(first - 1) === BACKSLASH) first--
    if ((at - first) % 2 === 0) return at
  }
  return text.length
}

/**
 * Replaces NaN and the infinities with null. Strings are matched first, so that a word inside a string stays. A string that does
 * not end is matched up to the end of the text, so that the time is linear in the length of the text.
 */
function withoutNonNumbers(text: string): string {
  return text.replace(STRING_OR_WORD, (found) => (found.startsWith('"') ? found : 'null'))
}

const STRING_OR_WORD = /"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|-?\bInfinity\b|\bNaN\b/gs
const LEVELS = 1000
const QUOTE = 0x22
const BACKSLASH = 0x5c
const BRACKET = 0x5b
const BRACE = 0x7b
