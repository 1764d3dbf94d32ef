/**
 * How many e-mails an organization may still send (store/notifications/mail-budget.ts), and indexes that find the next
 * notification of each receiver, however much waits (store/notifications/claim.ts).
 */
export const ledger033 = {
  name: '033-mail-budgets',
  statements: [
    // Unlogged: after a crash of the database each organization has its whole budget again.
    `create unlogged table ledger.mail_budgets (
      org_id uuid primary key, available double precision not null, at timestamptz not null) with (fillfactor = 50)`,
    'grant select, insert, update on ledger.mail_budgets to attestry_ledger',
    `create index notifications_by_receiver on ledger.notifications
      (org_id, (coalesce(channel_id, user_id)), next_at, id) where state = 'waiting'`,
    "create index notifications_due on ledger.notifications (org_id, next_at) where state = 'waiting'",
    `create index notifications_leased on ledger.notifications (lease_until)
      where state = 'waiting' and lease_until is not null`,
  ],
}
