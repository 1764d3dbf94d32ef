import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import type { InputFile } from '../files/input-file.ts'
import { isObject } from '../files/json-values.ts'
import { refused } from '../files/refused.ts'

/** A row, and the number of the line that it begins on. */
type Row = { line: number; row: { [column: string]: unknown } }

/**
 * Yields the rows of a file one at a time. A file that begins with a brace is JSON lines. Any other file is CSV (RFC 4180), whose
 * first line names the columns. The separator of CSV is a comma, or a semicolon where the first line has more semicolons than
 * commas.
 *
 * @throws Failure usage where the file is neither
 */
export function rowsOf(file: InputFile): AsyncGenerator<Row> {
  return file.beginning.startsWith('{') ? jsonRows(file) : csvRows(file)
}

async function* jsonRows(file: InputFile): AsyncGenerator<Row> {
  for await (const { line, value } of file.jsonLines()) {
    if (!isObject(value)) throw refused(file.path, `line ${line}`, 'must be an object')
    yield { line, row: value }
  }
}

async function* csvRows({ path, beginning }: InputFile): AsyncGenerator<Row> {
  const [first = ''] = beginning.split(/[\r\n]/, 1)
  const parser = parse({
    delimiter: first.split(';').length > first.split(',').length ? ';' : ',',
    info: true,
    record_delimiter: '\n',
    max_record_size: RECORD_CHARACTERS,
    relax_column_count: true,
    skip_empty_lines: true,
  })
  const source = Readable.from(textOf(path))
  source.on('error', (error) => parser.destroy(error)).pipe(parser)
  let names: string[] | undefined
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      // The parser gives the line on which a row ends. Cells may have line feeds, so that the row may begin earlier.
      const line = info.lines - (record.join('').split('\n').length - 1)
      if (names === undefined) names = namesOf(path, line, record)
      else if (record.some((cell) => cell.trim() !== ''))
        yield { line, row: rowOf(path, line, names, record) }
    }
  } catch (error) {
    throw error instanceof CsvError ? refused(path, '', `is not CSV: ${error.message}`) : error
  } finally {
    source.destroy()
  }
}

function namesOf(path: string, line: number, record: readonly string[]): string[] {
  const names = record.map((name) => name.trim().toLowerCase())
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  if (twice !== undefined)
    throw refused(path, `line ${line}`, twice === '' ? NAMELESS : `names the column ${twice} twice`)
  return names
}

function rowOf(path: string, line: number, names: readonly string[], record: readonly string[]): Row['row'] {
  if (record.length > names.length)
    throw refused(path, `line ${line}`, `has ${record.length} cells; the first line has ${names.length}`)
  return Object.fromEntries(names.map((name, i) => [name, record[i] ?? '']))
}

/**
 * Yields the text of a file piece by piece, without a byte order mark. Line ends become line feeds, so that each line is counted
 * once.
 */
async function* textOf(path: string): AsyncGenerator<string> {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  let held = ''
  try {
    for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
      const text = held + utf8.decode(piece, { stream: true })
      // The line feed of a CR LF may be in the next piece.
      held = text.endsWith('\r') ? '\r' : ''
      yield text.slice(0, text.length - held.length).replace(/\r\n?/g, '\n')
    }
    yield held.replace('\r', '\n') + utf8.decode()
  } catch (error) {
    throw error instanceof TypeError ? refused(path, '', 'is not UTF-8') : error
  }
}

const NAMELESS = 'has several columns without a name'

type Parsed = { record: string[]; info: { lines: number } }

/** No valid row has more characters: its longest text has 20,000. */
const RECORD_CHARACTERS = 256 * 1024
