/**
 * The JSON of an answer of somebody else; undefined where it is none, or is nested deeper or has more values than an answer of the API.
 * Without this, 16 MiB of brackets take a gigabyte.
 */
export function boundedJson(text: string): unknown {
  if (!isBounded(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether parsing takes no more memory than some 100 bytes for each of `VALUES`, beside its texts. */
function isBounded(text: string): boolean {
  let depth = 0
  let values = 1
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === QUOTE) {
      at = endOfString(text, at)
      if (at === -1) return false
    } else if (unit === COMMA) values++
    else if (unit === BRACKET || unit === BRACE) {
      values++
      depth++
    } else if (unit === BRACKET_END || unit === BRACE_END) depth--
    if (depth > DEPTH || values > VALUES) return false
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

const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c]
const [BRACKET, BRACKET_END, BRACE, BRACE_END] = [0x5b, 0x5d, 0x7b, 0x7d]
/** As deep as the API reads. */
const DEPTH = 100
/** A page of the log, 200 entries with all that they may hold, has fewer than 13 MiB. */
const VALUES = 1_000_000
