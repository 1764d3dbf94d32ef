/**
 * New rows wait in the list of the index and are sorted in together, which takes half of the work. A search reads what waits, at most
 * 256 kB. What 010-list-index says of this holds no longer.
 */
export const ledger021 = {
  name: '021-list-index-pending',
  statements: ['alter index ledger.list_rows_terms set (fastupdate = on, gin_pending_list_limit = 256)'],
}
