/** The beginning of the entry of a key's call. The id of the key begins at the 17th character. */
const OF_KEY = '{"actor":{"id":"____________________________________","kind":"api_key",%'

/**
 * The writes of an API key's call commit only while the key is valid (docs/published-views.md). `ledger.append` reads from the
 * beginning of an entry's canonical text whose call it is. What a job writes later in the name of a key (`via` is `system`) was
 * accepted before. Whether that is so is checked only where a key is not valid, since it takes the whole text.
 *
 * Calls share an advisory lock of their key; a revocation takes it exclusively. Calls do not wait for it: where a revocation
 * holds it or waits for it, the call is refused, so that no two transactions can deadlock. A row lock would write the key's row
 * with every statement.
 */
export const ledger029 = {
  name: '029-hold-keys',
  statements: [
    // Each statement of a volatile function has a snapshot of its own: the keys are read after they are locked.
    `create function ledger.hold_keys(orgs uuid[], keys uuid[]) returns boolean
      language plpgsql volatile security definer set search_path = '' as $$
      declare
        has_locks boolean;
      begin
        select bool_and(pg_try_advisory_xact_lock_shared(hashtextextended('api key ' || h.key, 0))) into has_locks
          from unnest($2) as h (key);
        if not has_locks then
          return false;
        end if;
        perform from unnest($1, $2) as h (org, key)
          left join ledger.api_keys k on k.org_id = h.org and k.id = h.key and k.revoked_at is null
            and coalesce(k.expires_at > clock_timestamp(), true)
          where h.key is not null and k.id is null;
        return not found;
      end $$`,
    `create function ledger.lock_key(org uuid, key uuid) returns void
      language sql volatile security definer set search_path = '' as $$
        select pg_advisory_xact_lock(hashtextextended('api key ' || k.id, 0))
        from ledger.api_keys k where k.org_id = $1 and k.id = $2 $$`,
    `create function ledger.refuse_key() returns boolean
      language plpgsql volatile security definer set search_path = '' as $$
      begin
        raise exception 'the API key is not valid any more' using errcode = 'P0903';
      end $$`,
    `create or replace function ledger.append(orgs uuid[], ids uuid[], texts text[]) returns void
      language sql security definer set search_path = '' as $$
        select ledger.refuse_key() from (
          select array_agg(h.org) as orgs, array_agg(h.key) as keys from (
            select distinct e.org, substr(e.text, 17, 36)::uuid as key from unnest(orgs, texts) as e (org, text)
            where e.text like '${OF_KEY}') h) held
        where case when held.keys is null or ledger.hold_keys(held.orgs, held.keys) then false
          else exists (
            select from unnest(texts) as e (text)
            where e.text like '${OF_KEY}' and e.text not like '%,"via":"system"}') end;
        insert into ledger.entries (org_id, id, entry) select * from unnest(orgs, ids, texts);
        insert into ledger.queue (org_id, entry_id) select * from unnest(orgs, ids) $$`,
    ...[
      { signature: 'hold_keys(uuid[], uuid[])', to: 'attestry_ingestion' },
      { signature: 'refuse_key()', to: 'attestry_ingestion' },
      { signature: 'lock_key(uuid, uuid)', to: 'attestry_ledger' },
    ].flatMap(({ signature, to }) => [
      `revoke execute on function ledger.${signature} from public`,
      `grant execute on function ledger.${signature} to ${to}`,
    ]),
  ],
}
