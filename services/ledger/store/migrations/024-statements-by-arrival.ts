/** The log records what others signed about checkpoints, in the order in which it arrived (store/log/record-statements.ts). */
export const ledger024 = {
  name: '024-statements-by-arrival',
  statements: [
    'create index checkpoint_statements_received on ledger.checkpoint_statements (received_at, org_id)',
    'create index checkpoint_statements_org_received on ledger.checkpoint_statements (org_id, received_at)',
  ],
}
