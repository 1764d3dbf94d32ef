/** The JSON of a value. @throws TypeError for NaN and infinities, which JSON would turn into null */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, (name, inner) => {
    if (typeof inner === 'number' && !Number.isFinite(inner))
      throw new TypeError(`${name}: ${inner} is no JSON number`)
    return inner
  })
}

/**
 * The JSON of an answer; undefined where it is none, or is nested deeper or has more lists and objects than an answer of the API. Whoever answers
 * at a wrong address decides on it: without this, 64 MiB of brackets take three gigabytes.
 */
export function boundedJson(text: string): unknown {
  if (!isBounded(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isBounded(text: string): boolean {
  let depth = 0
  let lists = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === QUOTE) {
      at = endOfString(text, at)
      if (at === -1) return false
    } else if (unit === BRACKET || unit === BRACE) {
      lists++
      depth++
    } else if (unit === BRACKET_END || unit === BRACE_END) depth--
    if (depth > DEPTH || lists > LISTS) return false
  }
  return true
}

/** Where the string that begins at `start` ends; -1 where it does not. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes++
    if (escapes % 2 === 0) return end
  }
  return -1
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c]
const [BRACKET, BRACKET_END, BRACE, BRACE_END] = [0x5b, 0x5d, 0x7b, 0x7d]
/** Deeper than the API reads: a payload has 100 levels, and its answer some around it. */
const DEPTH = 200
const LISTS = 4_000_000
