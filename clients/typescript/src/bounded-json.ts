/**
 * The most that a JSON text may contain. `depth`: how deep lists and objects are nested. `lists`: lists and objects in all.
 * `commas`: commas in all, and so a limit of the values, since there is one before each further value.
 */
type JsonLimits = { depth: number; lists: number; commas?: number }

/**
 * Parses the JSON of an answer. Returns undefined where the text is not JSON or exceeds the limits. The limits are checked before
 * the text is parsed: if the address is wrong, the answer may come from anyone, and parsing 64 MiB of brackets takes three
 * gigabytes of memory.
 */
export function boundedJson(text: string, limits: JsonLimits): unknown {
  if (!isBounded(text, limits)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isBounded(text: string, limits: JsonLimits): boolean {
  const { commas: mostCommas = Number.POSITIVE_INFINITY } = limits
  let depth = 0
  let lists = 0
  let commas = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === QUOTE) {
      at = endOfString(text, at)
      if (at === -1) return false
    } else if (unit === COMMA) commas++
    else if (unit === BRACKET || unit === BRACE) {
      lists++
      depth++
    } else if (unit === BRACKET_END || unit === BRACE_END) depth--
    if (depth > limits.depth || lists > limits.lists || commas > mostCommas) return false
  }
  return true
}

/** Returns the position of the quotation mark that ends the string that begins at `start`; -1 where the string does not end. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes++
    if (escapes % 2 === 0) return end
  }
  return -1
}

const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c]
const [BRACKET, BRACKET_END, BRACE, BRACE_END] = [0x5b, 0x5d, 0x7b, 0x7d]
