/**
 * Locks a person's account like 027, and returns also whether the session of the call was not ended (docs/published-views.md). A
 * separate statement reads the session after the account is locked: whoever ends a session locks the account first.
 */
export const ledger032 = {
  name: '032-hold-session',
  statements: [
    `create function ledger.hold_session(org uuid, person uuid, at_version integer, in_session uuid) returns boolean
      language sql volatile security definer set search_path = '' as $$
        select from ledger.users u where u.org_id = $1 and u.id = $2 for no key update of u;
        select u.status = 'active' and $3 in (u.version, 0) and not exists (
          select from ledger.session_records s where s.org_id = $1 and s.id = $4 and s.version = 2)
        from ledger.users u where u.org_id = $1 and u.id = $2 $$`,
    'revoke execute on function ledger.hold_session(uuid, uuid, integer, uuid) from public',
    `grant execute on function ledger.hold_session(uuid, uuid, integer, uuid)
      to attestry_ledger, attestry_ingestion, attestry_gate, attestry_evidence`,
  ],
}
