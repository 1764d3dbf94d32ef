import { ownTurn } from '../../kernel/concurrency/event-loop.ts'
import { canonicalJson, type JsonValue } from '../../kernel/json/canonical-json.ts'
import { parseJson } from '../../kernel/json/parse-json.ts'
import { compareText } from '../../kernel/values/compare-text.ts'
import { AUDIT, csvName, MAX_FILE_BYTES, type PackageFile } from './format.ts'
import type { Lines } from './parts.ts'
import type { SequenceSize } from './size.ts'

/**
 * Returns the types of a package that also have a table (docs/evidence-package.md section 8). A table has few enough lines to be
 * read by people, so that tables are a bounded part of the work of export and verification.
 */
export function csvTypes(sequences: readonly SequenceSize[]): string[] {
  let left = MAX_LINES_BYTES
  return sequences
    .filter(({ type }) => type !== CONTENTS)
    .toSorted((a, b) => Number(b.type === AUDIT) - Number(a.type === AUDIT) || compareText(a.type, b.type))
    .filter(({ lines, bytes }) => {
      const fits = lines > 0 && lines <= MAX_LINES && bytes <= MAX_BYTES && bytes <= left
      if (fits) left -= bytes
      return fits
    })
    .map(({ type }) => type)
    .sort()
}

/** Makes `csv/<type>.csv`; undefined where a line, the columns or the table exceed their limits. */
export async function csvFile(type: string, lines: AsyncIterable<Lines>): Promise<PackageFile | undefined> {
  const texts: string[] = []
  for await (const { text } of lines) {
    const whole = typeof text === 'string' ? text : Buffer.from(text).toString()
    texts.push(...whole.split('\n').slice(0, -1))
  }
  if (texts.some((text) => Buffer.byteLength(text) > MAX_LINE)) return undefined
  const names = new Set<string>()
  for (const [i, text] of texts.entries()) {
    for (const name of Object.keys(recordOf(text))) names.add(name)
    if (i % LINES_A_TURN === 0) await ownTurn()
  }
  if (names.size > MAX_COLUMNS) return undefined
  const columns = [...names].sort()
  const rows = [Buffer.from(`${BOM}${columns.map(cellOf).join(',')}\r\n`)]
  let size = rows[0]!.length
  for (const text of texts) {
    const record = recordOf(text)
    const row = Buffer.from(`${columns.map((name) => cellOf(own(record, name))).join(',')}\r\n`)
    rows.push(row)
    size += row.length
    if (size > MAX_FILE_BYTES) return undefined
    if (rows.length % LINES_A_TURN === 0) await ownTurn()
  }
  return { name: csvName(type), bytes: Buffer.concat(rows) }
}

/**
 * Returns the cell of a value. A text is always quoted. A text that a spreadsheet could take for a formula begins with an
 * apostrophe (OWASP, "CSV Injection"). Characters that are not shown, or that change the direction of what follows, are
 * escaped.
 */
function cellOf(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return JSON.stringify(value)
  const text = typeof value === 'string' ? value : canonicalJson(value)
  const shown = text.replace(NOT_SHOWN, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`)
  const plain = FORMULA.test(shown) ? `'${shown}` : shown
  return `"${plain.replaceAll('"', '""')}"`
}

function recordOf(text: string): JsonObject {
  return parseJson(text) as JsonObject
}

function own(record: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined
}

type JsonObject = { [name: string]: JsonValue }

/** The most bytes of all tables of a package together. */
export const MAX_TABLES_BYTES = 64 * 1024 * 1024

const CONTENTS = 'attachment-contents'
const MAX_LINES = 10_000
const MAX_BYTES = 4 * 1024 * 1024
const MAX_LINES_BYTES = 32 * 1024 * 1024
const MAX_LINE = 1024 * 1024
const MAX_COLUMNS = 512
const LINES_A_TURN = 1000
const BOM = '\ufeff'
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are written out
const NOT_SHOWN = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g
