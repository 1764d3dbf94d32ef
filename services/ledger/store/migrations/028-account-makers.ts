/**
 * Publishes who may know the way into an account (docs/published-views.md). The gate asks whether two accounts belong to one
 * person.
 */
export const ledger028 = {
  name: '028-account-makers',
  statements: [
    `create view ledger.account_makers_v1 as
      select org_id, user_id, granted_by as made_by, granted_at as made_at from ledger.role_grants where role = ''`,
    'grant select on ledger.account_makers_v1 to attestry_gate',
  ],
}
