/** A row of a file, with the line that it begins on. */
export type CsvRow = { line: number; cells: string[] }

/**
 * Reads CSV (RFC 4180): quoted cells, line feeds with or without a carriage return. The separator is a comma, or a semicolon
 * where the first line has more of these. Empty lines are left out.
 *
 * @throws RangeError where a quote has no end
 */
export function parseCsv(file: string): CsvRow[] {
  const text = file.replace(/^\ufeff/, '')
  const [first = ''] = text.split('\n', 1)
  const separator = first.split(';').length > first.split(',').length ? ';' : ','
  const rows: CsvRow[] = []
  let line = 1
  let row: CsvRow = { line, cells: [] }
  let cell = ''
  let quoted = false
  const endCell = (): void => {
    row.cells.push(cell)
    cell = ''
  }
  const endRow = (): void => {
    endCell()
    if (row.cells.some((one) => one.trim() !== '')) rows.push(row)
    row = { line, cells: [] }
  }
  for (let i = 0; i < text.length; i++) {
    const char = text[i]!
    if (char === '\n') line++
    if (quoted) {
      if (char !== '"') cell += char
      else if (text[i + 1] === '"') {
        cell += char
        i++
      } else quoted = false
    } else if (char === '"' && cell === '') quoted = true
    else if (char === separator) endCell()
    else if (char === '\n') endRow()
    else if (char !== '\r' || text[i + 1] !== '\n') cell += char
  }
  if (quoted) throw new RangeError(`The quote in line ${row.line} is not closed.`)
  endRow()
  return rows
}
