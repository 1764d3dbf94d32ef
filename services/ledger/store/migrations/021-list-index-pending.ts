/**
 * New rows wait in the index's pending list and are sorted in together, which takes half of the work. A search reads that list,
 * at most 256 kB. The comment on this in 010-list-index no longer holds.
 */
export const ledger021 = {
  name: '021-list-index-pending',
  statements: ['alter index ledger.list_rows_terms set (fastupdate = on, gin_pending_list_limit = 256)'],
}
