import { createHash } from 'node:crypto'

/** A field of the API that a row may give (docs/api.md 2.2, 2.3). */
type ColumnRule = {
  required?: boolean
  /** The largest number of characters. */
  most?: number
  /** The words that are allowed. */
  words?: readonly string[]
  /** Lower-case letters, digits and underscores. */
  isWord?: boolean
  isFlag?: boolean
}

/** A register that files are imported into: its names, which are those of the API, and the columns of a file. */
export type Register = {
  one: string
  many: string
  /** The columns that identify a row. */
  identity: readonly string[]
  columns: { readonly [name: string]: ColumnRule }
}

export const REGISTERS: { readonly assets: Register; readonly suppliers: Register } = {
  assets: {
    one: 'asset',
    many: 'assets',
    identity: ['name', 'asset_type'],
    columns: {
      __proto__: null as never,
      name: { required: true, most: 500 },
      asset_type: { required: true, isWord: true },
      classification: { required: true, words: ['public', 'internal', 'confidential', 'restricted'] },
      business_criticality: { required: true, words: ['low', 'medium', 'high', 'critical'] },
      hosted_in_eu: { isFlag: true },
      contains_personal_data: { isFlag: true },
    },
  },
  suppliers: {
    one: 'supplier',
    many: 'suppliers',
    identity: ['name', 'org_number'],
    columns: {
      __proto__: null as never,
      name: { required: true, most: 500 },
      org_number: { most: 200 },
      category: { required: true, words: ['critical', 'important', 'standard'] },
      service_description: { most: 20_000 },
      contact_email: { most: 200 },
    },
  },
}

/**
 * Makes the body of the call for a row. It has only the columns that the row gives; texts are trimmed.
 *
 * @returns the body, and in `problems` what is wrong with the row, one line per column
 */
export function bodyOf(
  { columns }: Register,
  row: { readonly [column: string]: unknown },
): { body: Body; problems: string[] } {
  const problems = Object.keys(row)
    .filter((name) => !(name in columns))
    .map((name) => `${name === '' ? 'a column without a name' : name}: there is no such column`)
  const body: Body = {}
  for (const [name, rule] of Object.entries(columns)) {
    const read = readValue(rule, Object.hasOwn(row, name) ? row[name] : undefined)
    if ('problem' in read) problems.push(`${name}: ${read.problem}`)
    else if (read.value !== undefined) body[name] = read.value
  }
  return { body, problems }
}

/** Returns a short text that is the same for a row and for the registered asset or supplier that it names. */
export function identityOf({ identity }: Register, of: { readonly [column: string]: unknown }): string {
  return hashOf(identity.map((column) => of[column] ?? ''))
}

/** Returns a text of fixed length that stands for a value. */
export const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64')

function readValue(rule: ColumnRule, given: unknown): { value?: string | boolean } | { problem: string } {
  const text = typeof given === 'string' ? given.trim() : (given ?? '')
  if (text === '') return rule.required === true ? { problem: 'is required' } : {}
  if (rule.isFlag === true) return flagOf(text)
  if (typeof text !== 'string') return { problem: 'must be a text' }
  const { words, most } = rule
  if (words !== undefined) {
    const word = text.toLowerCase()
    return words.includes(word) ? { value: word } : { problem: `must be one of ${words.join(', ')}` }
  }
  if (rule.isWord === true && !/^[a-z][a-z0-9_]{0,63}$/.test(text))
    return { problem: 'must be lower-case letters, digits and underscores, a letter first' }
  if (most !== undefined && [...text].length > most)
    return { problem: `must have at most ${most} characters` }
  return { value: text }
}

function flagOf(given: unknown): { value: boolean } | { problem: string } {
  if (typeof given === 'boolean') return { value: given }
  const word = String(given).toLowerCase()
  if (word === 'true' || word === 'yes') return { value: true }
  if (word === 'false' || word === 'no') return { value: false }
  return { problem: 'must be true, false, yes or no' }
}

export type Body = { [name: string]: string | boolean }
