/**
 * Whoever creates an account may know its password, so the account waits like one whose password was reset. For existing accounts
 * the wait counts from their creation.
 */
export const ledger019 = {
  name: '019-made-accounts',
  statements: [
    `insert into ledger.role_grants (org_id, user_id, role, granted_by, granted_at)
      select r.org_id, r.id, '', (e.entry::jsonb #>> '{actor,id}')::uuid, (e.entry::jsonb ->> 'at')::timestamptz
      from ledger.user_records r
      join ledger.entries e on e.org_id = r.org_id and e.id = r.entry_id
      where r.version = 1 and e.entry::jsonb #>> '{actor,kind}' = 'user'
      on conflict (org_id, user_id, role, granted_by) do nothing`,
  ],
}
