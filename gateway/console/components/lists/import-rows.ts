import { type DescField, type DescMessage, type MessageInitShape, ScalarType } from '@bufbuild/protobuf'
import { rulesOf } from '../../../../services/kernel/fields/options.ts'
import { wordOf } from '../../language/words.ts'
import type { CsvRow } from './csv.ts'

/** A row of a file with its request and its problems. */
export type ImportRow<I extends DescMessage> = {
  line: number
  name: string
  problems: string[]
  /** Where what the row names is registered already: the columns in which it differs. */
  registered?: readonly string[]
  request: MessageInitShape<I>
}

/** Returns the columns that a file may have: the fields of the request, by their names in the API. */
export function columnsOf(desc: DescMessage): { name: string; required: boolean; words: string[] }[] {
  return desc.fields.map((field) => ({
    name: field.name,
    required: rulesOf(field).required === true,
    words: wordsOf(field),
  }))
}

/**
 * Makes the requests of the rows of a file, whose first row names the columns. Checks the constraints of the proto, so that a
 * person sees problems before anything is sent. The service checks them again.
 */
export function importRows<I extends DescMessage>(
  desc: I,
  [heading, ...rows]: readonly CsvRow[],
): ImportRow<I>[] {
  const names = heading?.cells.map((cell) => cell.trim().toLowerCase()) ?? []
  const unknown = names.filter((name) => !desc.fields.some((field) => field.name === name))
  return rows.map(({ line, cells }) => {
    const problems = unknown.map((name) => `${name || 'a column without a name'}: there is no such column`)
    if (cells.length > names.length)
      problems.push(`has ${cells.length} cells; the first line has ${names.length}`)
    const request: { [field: string]: unknown } = {}
    for (const field of desc.fields) {
      const text = cells[names.indexOf(field.name)]?.trim() ?? ''
      const problem = problemOf(field, text)
      if (problem !== undefined) problems.push(`${field.name}: ${problem}`)
      else if (text !== '') request[field.localName] = fieldValue(field, text)
    }
    const name = cells[names.indexOf('name')]?.trim() ?? ''
    return { line, name, problems, request: request as MessageInitShape<I> }
  })
}

function problemOf(field: DescField, text: string): string | undefined {
  const rules = rulesOf(field)
  if (text === '') return rules.required === true ? 'is required' : undefined
  const words = wordsOf(field)
  if (words.length > 0)
    return words.includes(text.toLowerCase()) ? undefined : `must be one of ${words.join(', ')}`
  if (rules.type.case !== 'string') return undefined
  const { maxLen, pattern } = rules.type.value
  if (maxLen !== undefined && maxLen > 0n && BigInt([...text].length) > maxLen)
    return `must have at most ${maxLen} characters`
  if (pattern && !new RegExp(pattern, 'u').test(text)) return `must match ${pattern}`
  return undefined
}

function wordsOf({ enum: words, scalar }: DescField): string[] {
  if (scalar === ScalarType.BOOL) return ['true', 'false', 'yes', 'no']
  if (words === undefined) return []
  return words.values.filter(({ number }) => number !== 0).map(({ number }) => wordOf(words, number))
}

function fieldValue({ enum: words, scalar }: DescField, text: string): unknown {
  const word = text.toLowerCase()
  if (scalar === ScalarType.BOOL) return word === 'true' || word === 'yes'
  if (words === undefined) return text
  return words.values.find(({ number }) => wordOf(words, number) === word)?.number
}
