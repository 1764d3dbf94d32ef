/** How many bytes an organization may still attach to incidents (store/incidents/attachments.ts). */
export const ledger036 = {
  name: '036-attachment-budgets',
  statements: [
    // Unlogged: after a crash of the database each organization has its whole budget again.
    `create unlogged table ledger.attachment_budgets (
      org_id uuid primary key, available double precision not null, at timestamptz not null) with (fillfactor = 50)`,
    'grant select, insert, update on ledger.attachment_budgets to attestry_ledger',
  ],
}
