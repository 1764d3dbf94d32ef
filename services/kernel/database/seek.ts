/** A value above every id, where a list with the newest id first begins. */
export const MAX_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** The condition on the id of a list that seeks, for the ORM: rows below `before`, or all of them. */
export function below(before: string | undefined): { id?: { $lt: string } } {
  return before === undefined ? {} : { id: { $lt: before } }
}
