import { isUuid } from '../values/ids.ts'

/**
 * The condition of a search, for the ORM: rows that have the text in one column, in upper or lower case, or that have this id.
 */
export function matching(column: string, search: string): { $and?: Condition[] } {
  const text = search.trim()
  if (text === '') return {}
  const part: Condition = { [column]: { $ilike: having(text) } }
  return { $and: [isUuid(text) ? { $or: [{ id: text.toLowerCase() }, part] } : part] }
}

/** The same in SQL, of a row `t`. An empty text stands for no condition. @param bind returns the parameter of a value */
export function matchingSql(column: string, search: string, bind: (value: unknown) => string): string {
  const text = search.trim()
  if (text === '') return ''
  const part = `t.${column} ilike ${bind(having(text))}`
  return isUuid(text) ? `and (t.id = ${bind(text.toLowerCase())}::uuid or ${part})` : `and ${part}`
}

/** The pattern of texts that have this one. */
function having(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
}

type Condition = { [column: string]: unknown }
