/**
 * How many entries of each log have their leaf (docs/published-views.md). An entry commits before the transaction that writes its
 * leaf looks for it. So a statement that reads this size sees everything that the entries below it have changed.
 */
export const ledger034 = {
  name: '034-log-sizes',
  statements: [
    'create view ledger.log_sizes_v1 as select org_id, size from ledger.trees',
    'grant select on ledger.log_sizes_v1 to attestry_gate, attestry_evidence',
  ],
}
