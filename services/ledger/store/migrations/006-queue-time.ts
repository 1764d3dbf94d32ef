/** How long an entry has waited for its place in the log, by the database's clock. */
export const ledger006 = {
  name: '006-queue-time',
  statements: ['alter table ledger.queue add column at timestamptz not null default now()'],
}
