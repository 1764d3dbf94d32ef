import { refused } from './refused.ts'

/**
 * JSON as Python's `json.dump` writes it: NaN and the infinities, which JSON does not have, are read as null, which is
 * how every format says "not measured". Anything else that is no JSON is refused, a truncated document among it.
 *
 * @throws Failure usage
 */
export function lenientJson(path: string, text: string, place = ''): unknown {
  try {
    return JSON.parse(text)
  } catch {
    try {
      return JSON.parse(withoutNonNumbers(text))
    } catch {
      throw refused(path, place, 'is no JSON, or ends early')
    }
  }
}

/**
 * Strings are matched first, so that a word inside one stays. A string that does not end is matched up to the end of the text: the
 * time grows with the length of the text and no faster.
 */
function withoutNonNumbers(text: string): string {
  return text.replace(STRING_OR_WORD, (found) => (found.startsWith('"') ? found : 'null'))
}

const STRING_OR_WORD = /"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|-?\bInfinity\b|\bNaN\b/gs
