/**
 * Locks a person's account for the caller's transaction, and returns whether it is active and still at a version
 * (docs/published-views.md). The lock is not `for share`: holders of a shared lock let further ones in before a change that
 * waits.
 */
export const ledger027 = {
  name: '027-hold-person',
  statements: [
    `create function ledger.hold_person(org uuid, person uuid, at_version integer) returns boolean
      language sql volatile security definer set search_path = '' as $$
        select u.status = 'active' and $3 in (u.version, 0) from ledger.users u
        where u.org_id = $1 and u.id = $2 for no key update of u $$`,
    'revoke execute on function ledger.hold_person(uuid, uuid, integer) from public',
    `grant execute on function ledger.hold_person(uuid, uuid, integer)
      to attestry_ledger, attestry_ingestion, attestry_gate`,
  ],
}
