/**
 * Whoever renews an invitation knows its code, so the account waits like one whose password was reset. For existing renewals the
 * wait counts from the renewal.
 */
export const ledger026 = {
  name: '026-renewed-invitations',
  statements: [
    `insert into ledger.role_grants as g (org_id, user_id, role, granted_by, granted_at)
      select r.org_id, r.id, '', (e.entry::jsonb #>> '{actor,id}')::uuid, max((e.entry::jsonb ->> 'at')::timestamptz)
      from ledger.user_records r
      join ledger.entries e on e.org_id = r.org_id and e.id = r.entry_id
      where r.version > 1 and e.entry::jsonb ->> 'operation' = 'inviteUser' and e.entry::jsonb #>> '{actor,kind}' = 'user'
      group by 1, 2, 4
      on conflict (org_id, user_id, role, granted_by) do update set granted_at = greatest(g.granted_at, excluded.granted_at)`,
  ],
}
