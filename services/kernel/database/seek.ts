import type { Order } from '../lists/list.ts'
/** A value above every id, where a list with the newest id first begins. */
export const MAX_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** The condition on the id of a list that seeks, for the ORM: rows below `before`, or all of them. */
export function below(before: string | undefined): { id?: { $lt: string } } {
  return before === undefined ? {} : { id: { $lt: before } }
}

/** The condition and the order of a list that seeks in either order, for the ORM. */
export function seeking(
  order: Order,
  cursor: string | undefined,
): { where: { id?: { $lt: string } | { $gt: string } }; orderBy: { id: 'asc' | 'desc' } } {
  if (order === 'newest') return { where: below(cursor), orderBy: { id: 'desc' } }
  return { where: cursor === undefined ? {} : { id: { $gt: cursor } }, orderBy: { id: 'asc' } }
}
