/**
 * Separation of duties: the settings of an organization, one-time passwords, who granted which attestation role, and the person
 * behind an entry or an API key. Existing organizations keep what they had: nothing is separated.
 */
export const ledger008 = {
  name: '008-separation',
  statements: [
    `alter table ledger.organizations add column separation jsonb not null default
      '{"attester_per_role":false,"certifier_is_another":false,"changes_need_another":false,"role_wait_hours":0}'`,
    'alter table ledger.users add column must_change_password boolean not null default false',
    // The newest grant of each attestation role by each person. The empty role stands for a password that was reset.
    `create table ledger.role_grants (
      org_id uuid not null, user_id uuid not null, role text collate "C" not null, granted_by uuid not null,
      granted_at timestamptz not null default now(), primary key (org_id, user_id, role, granted_by))`,
    'create index on ledger.role_grants (org_id, granted_by)',
    'grant select, insert, update on ledger.role_grants to attestry_ledger',

    // Published (docs/published-views.md).
    `create view ledger.separation_v1 as select id as org_id, separation from ledger.organizations`,
    `create view ledger.entry_actors_v1 as
      select org_id, id as entry_id, entry::jsonb #>> '{actor,kind}' as actor_kind,
        (entry::jsonb #>> '{actor,id}')::uuid as actor_id
      from ledger.entries`,
    `create view ledger.key_makers_v1 as
      select r.org_id, r.id as key_id, (e.entry::jsonb #>> '{actor,id}')::uuid as made_by
      from ledger.api_key_records r
      join ledger.entries e on e.org_id = r.org_id and e.id = r.entry_id
      where r.version = 1 and e.entry::jsonb #>> '{actor,kind}' = 'user'`,
    'grant select on ledger.separation_v1, ledger.entry_actors_v1, ledger.key_makers_v1 to attestry_gate',
  ],
}
