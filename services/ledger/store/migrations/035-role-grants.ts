/**
 * Publishes who gave whom an attestation role (docs/published-views.md). An account that a person created a moment ago may have
 * given that person the role.
 */
export const ledger035 = {
  name: '035-role-grants',
  statements: [
    `create view ledger.role_grants_v1 as
      select org_id, user_id, role, granted_by, granted_at from ledger.role_grants where role <> ''`,
    'grant select on ledger.role_grants_v1 to attestry_gate',
  ],
}
