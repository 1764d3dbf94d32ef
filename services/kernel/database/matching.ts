import { isUuid } from '../values/ids.ts'

/** The condition of a list that is searched by a part of one column, whatever its case, or by an id, for the ORM. */
export function matching(column: string, search: string): { $and?: Condition[] } {
  const text = search.trim()
  if (text === '') return {}
  const part: Condition = { [column]: { $ilike: `%${text.replaceAll(/[\\%_]/g, '\\$&')}%` } }
  return { $and: [isUuid(text) ? { $or: [{ id: text.toLowerCase() }, part] } : part] }
}

type Condition = { [column: string]: unknown }
