/** Where a list that runs from the newest id down begins. */
export const MAX_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
