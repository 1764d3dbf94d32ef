import { isUuid } from '../values/ids.ts'

/**
 * The condition of a search, for the ORM: rows that have the text in one column, in upper or lower case, or that have this id.
 */
export function matching(column: string, search: string): { $and?: Condition[] } {
  const text = search.trim()
  if (text === '') return {}
  const part: Condition = { [column]: { $ilike: `%${text.replaceAll(/[\\%_]/g, '\\$&')}%` } }
  return { $and: [isUuid(text) ? { $or: [{ id: text.toLowerCase() }, part] } : part] }
}

type Condition = { [column: string]: unknown }
