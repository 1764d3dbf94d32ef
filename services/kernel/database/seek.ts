/** Values above and below every id, where a list with the newest or the oldest id first begins. */
export const MAX_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
export const MIN_ID = '00000000-0000-0000-0000-000000000000'

/** The condition on the id of a list that seeks, for the ORM: rows below `before`, or all of them. */
export function below(before: string | undefined): { id?: { $lt: string } } {
  return before === undefined ? {} : { id: { $lt: before } }
}
