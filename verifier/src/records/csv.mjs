import { members } from '../json/plain.mjs'
import { csvName } from '../manifest/tables.mjs'
import { Failure } from '../report/failure.mjs'

/** @import { Lines } from '../container/lines.mjs' */
/** @import { Manifest } from '../manifest/manifest.mjs' */

const MAX_COLUMNS = 512

/**
 * Derives each table again from the verified lines of its type, and compares the two (docs/evidence-package.md section 8).
 * Returns the number of tables.
 *
 * @param {{ manifest: Manifest, read: (name: string) => Buffer | undefined, sequence: (type: string) => Lines }} of
 */
export async function checkTables({ manifest: { csv = [] }, read, sequence }) {
  for (const type of csv) {
    const file = csvName(type)
    const table = read(file) ?? Buffer.alloc(0)
    /** @type {Set<string>} */
    const names = new Set()
    for await (const record of records(sequence(type), file)) {
      for (const name of record.keys()) names.add(name)
      if (names.size > MAX_COLUMNS) throw tooWide(file)
    }
    const columns = [...names].sort()
    let offset = compared(
      table,
      0,
      `\ufeff${columns.map((name) => cell(JSON.stringify(name))).join(',')}\r\n`,
      file,
    )
    for await (const record of records(sequence(type), file)) {
      const cells = columns.map((name) => cell(record.get(name) ?? 'null'))
      offset = compared(table, offset, `${cells.join(',')}\r\n`, file)
    }
    if (offset !== table.length)
      throw new Failure('csv_mismatch', `it goes on after the last line of ${type}`, { file, offset })
  }
  return csv.length
}

/**
 * Yields the members of each record: the JSON text of each value by its name.
 *
 * @param {Lines} lines
 * @param {string} file
 * @returns {AsyncGenerator<Map<string, string>, void, undefined>}
 */
async function* records(lines, file) {
  try {
    while (lines.next() || (await lines.more())) {
      /** @type {Map<string, string>} */
      const record = new Map()
      for (const { name, value } of members(lines.bytes, lines.start, lines.end)) {
        record.set(name, lines.bytes.toString('utf8', value.start, value.end))
        if (record.size > MAX_COLUMNS) throw tooWide(file)
      }
      yield record
    }
  } finally {
    await lines.close()
  }
}

/** @param {string} file */
const tooWide = (file) => new Failure('csv_mismatch', `more than ${MAX_COLUMNS} columns`, { file })

/**
 * @param {Buffer} table
 * @param {number} offset
 * @param {string} row
 * @param {string} file
 */
function compared(table, offset, row, file) {
  const bytes = Buffer.from(row)
  if (!table.subarray(offset, offset + bytes.length).equals(bytes))
    throw new Failure('csv_mismatch', 'a row differs from its line', { file, offset })
  return offset + bytes.length
}

/** @param {string} json the text of a value; an array, object, number, true or false is shown as it is written */
function cell(json) {
  if (json === 'null') return ''
  const first = json.charAt(0)
  if (!'"[{'.includes(first)) return json
  let text = ''
  for (const unit of first === '"' ? /** @type {string} */ (JSON.parse(json)) : json)
    text += isShown(unit) ? unit : escaped(unit)
  return `"${begins(text) ? "'" : ''}${text.replaceAll('"', '""')}"`
}

/** Whether a spreadsheet could interpret the text as a formula (OWASP, "CSV Injection"). @param {string} text */
const begins = (text) => text !== '' && '=+-@\t\r\n\uff1d\uff0b\uff0d\uff20'.includes(text.charAt(0))

/** @param {string} unit */
const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

/**
 * Whether a character is shown unescaped. Control characters other than tab and line ends, direction marks, line separators and
 * the byte order mark are escaped.
 *
 * @param {string} unit
 */
function isShown(unit) {
  const code = unit.charCodeAt(0)
  if (code < 0x20) return code === 9 || code === 10 || code === 13
  if (code < 0x7f) return true
  if (code < 0xa0) return false
  return !(
    code === 0x061c ||
    code === 0x200e ||
    code === 0x200f ||
    (code >= 0x2028 && code <= 0x202e) ||
    (code >= 0x2066 && code <= 0x2069) ||
    code === 0xfeff
  )
}
