import { appendOnly } from '../../../kernel/database/record-table.ts'

/**
 * What others signed about checkpoints: cosignatures of witnesses. `statement` is the signature line, `source` the verifier key
 * of the witness.
 */
export const ledger018 = {
  name: '018-checkpoint-statements',
  statements: [
    `create table ledger.checkpoint_statements (
      org_id uuid not null, size bigint not null, kid text not null,
      kind text not null check (kind = 'cosignature'), source text collate "C" not null,
      statement text not null, received_at timestamptz not null default now(),
      primary key (org_id, size, kid, kind, source))`,
    'create index on ledger.checkpoint_statements (org_id, kind, source, size desc)',
    ...appendOnly('ledger.checkpoint_statements'),
  ],
}
