/** A row of a file, with the number of the line that it begins on. */
export type CsvRow = { line: number; cells: string[] }

/**
 * Reads CSV (RFC 4180): quoted cells, line feeds with or without a carriage return. The separator is a comma, or a semicolon
 * where the first line has more semicolons than commas. Empty lines are left out.
 *
 * @throws RangeError where a quote has no end
 */
export function parseCsv(file: string): CsvRow[] {
  const text = file.replace(/^\ufeff/, '')
  const separator = separatorOf(text)
  const rows: CsvRow[] = []
  let row: CsvRow = { line: 1, cells: [] }
  let line = 1
  for (let at = 0; at <= text.length; ) {
    const { quoted, end: endOfQuoted } = quotedAt(text, at, row)
    const end = endOfPlain(text, endOfQuoted, separator)
    line += quoted.split('\n').length - 1
    row.cells.push(quoted + text.slice(endOfQuoted, end).replace(text[end] === '\n' ? /\r$/ : '', ''))
    if (text[end] !== separator) {
      rows.push(row)
      line += 1
      row = { line, cells: [] }
    }
    at = end + 1
  }
  return rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
}

function separatorOf(text: string): string {
  const [first = ''] = text.split('\n', 1)
  return first.split(';').length > first.split(',').length ? ';' : ','
}

/**
 * Returns the quoted text that a cell begins with, and where it ends; an empty text where the cell does not begin with a quote.
 */
function quotedAt(text: string, begin: number, row: CsvRow): { quoted: string; end: number } {
  if (text[begin] !== '"') return { quoted: '', end: begin }
  let last = text.indexOf('"', begin + 1)
  // Two quotes stand for one quote in the text.
  while (last !== -1 && text[last + 1] === '"') last = text.indexOf('"', last + 2)
  if (last === -1) throw new RangeError(`The quote in line ${row.line} is not closed.`)
  return { quoted: text.slice(begin + 1, last).replaceAll('""', '"'), end: last + 1 }
}

/** Returns where a cell ends, from `begin` on: at a separator, a line feed, or the end of the text. */
function endOfPlain(text: string, begin: number, separator: string): number {
  for (let at = begin; at < text.length; at++) if (text[at] === separator || text[at] === '\n') return at
  return text.length
}
