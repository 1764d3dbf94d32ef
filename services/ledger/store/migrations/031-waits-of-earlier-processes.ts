import { ledger019 } from './019-made-accounts.ts'
import { ledger026 } from './026-renewed-invitations.ts'

/**
 * Whoever creates an account or renews its invitation can get in, so the account waits (008, 019, 026). While an upgrade replaces
 * them, processes of versions before 019 and 026 do not record that. This trigger takes it from the entry when the transaction
 * commits.
 */
export const ledger031 = {
  name: '031-waits-of-earlier-processes',
  statements: [
    `create function ledger.record_way_in() returns trigger
      language plpgsql security definer set search_path = '' as $$
      begin
        insert into ledger.role_grants as g (org_id, user_id, role, granted_by)
          select e.org_id, new.id, '', (e.entry::jsonb #>> '{actor,id}')::uuid from ledger.entries e
          where e.org_id = new.org_id and e.id = new.entry_id and e.entry::jsonb #>> '{actor,kind}' = 'user'
            and (new.version = 1 or e.entry::jsonb ->> 'operation' = 'inviteUser')
          on conflict (org_id, user_id, role, granted_by) do update set granted_at = excluded.granted_at;
        return null;
      end $$`,
    'revoke execute on function ledger.record_way_in() from public',
    `create constraint trigger record_way_in after insert on ledger.user_records deferrable initially deferred
      for each row execute function ledger.record_way_in()`,
    // What such a process wrote before this migration.
    ...ledger019.statements,
    ...ledger026.statements,
  ],
}
