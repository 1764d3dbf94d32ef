import { MAX_OBJECTS } from '../with-shared.ts'

/**
 * Returns the texts of the objects, and lists of objects, of JSON that follow each other in a text, with white space or nothing between them, as
 * streams and Firehose join records; at most one more than the objects that are examined. Returns null for any other text.
 */
export function objectTexts(text: string): readonly string[] | null {
  const objects: string[] = []
  let from = 0
  while (objects.length <= MAX_OBJECTS) {
    while (BLANK.has(text.charCodeAt(from))) from++
    if (from === text.length) break
    const end = beginsObject(text, from) ? endOfObject(text, from) : -1
    if (end === -1) return null
    objects.push(text.slice(from, end))
    from = end
  }
  return objects.length > 1 ? objects : null
}

/** Whether an object, or a list of objects, begins at an index. */
export function beginsObject(text: string, at: number): boolean {
  BEGINS.lastIndex = at
  return BEGINS.test(text)
}

/** Returns the index behind the object or list that begins at an index; -1 if it does not end before another one. */
export function endOfObject(text: string, from: number, to = text.length): number {
  let depth = 0
  for (let i = from; i < to; i++) {
    const char = text[i]
    if (char === '"') {
      i = closingQuote(text, i + 1, to)
      if (i === -1) return -1
    } else if (OPENS.has(char)) depth++
    else if (CLOSES.has(char) && --depth === 0) return i + 1
  }
  return -1
}

function closingQuote(text: string, from: number, to: number): number {
  for (let i = from; i < to; i++) {
    if (text[i] === '\\') i++
    else if (text[i] === '"') return i
  }
  return -1
}

/**
 * Puts each syslog message of a text with octet counts (RFC 6587, 3.4.1: `95 <134>1 …`) on a line of its own, without its count.
 * Returns any other text as it is.
 */
export function withoutOctetCounts(text: string): string {
  if (!COUNT.test(text.slice(0, LONGEST_COUNT))) return text
  const bytes = Buffer.from(text)
  const messages: string[] = []
  let from = 0
  while (from < bytes.length) {
    const count = COUNT.exec(bytes.toString('latin1', from, from + LONGEST_COUNT))
    if (count === null) return text
    const start = from + count[0].length
    const end = start + Number(count[1])
    if (end > bytes.length) return text
    messages.push(bytes.toString('utf8', start, end).trim())
    from = end
    while (BLANK.has(bytes[from] ?? 0)) from++
  }
  return messages.join('\n')
}

const BEGINS = /(?:\[[ \t\r\n]*)?\{/y
const OPENS: ReadonlySet<string | undefined> = new Set(['{', '['])
const CLOSES: ReadonlySet<string | undefined> = new Set(['}', ']'])
/** White space of JSON. */
const BLANK: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d])
const COUNT = /^([1-9][0-9]{1,6}) (?=<[0-9]{1,3}>)/
const LONGEST_COUNT = 14
