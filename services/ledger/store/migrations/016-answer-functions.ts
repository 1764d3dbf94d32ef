/**
 * The functions of stored answers under names that say what they do (docs/published-views.md). `ledger.remember` and
 * `ledger.recall` do the same for processes of the previous version, while an upgrade replaces them one after the other.
 */
export const ledger016 = {
  name: '016-answer-functions',
  statements: [
    // It waits for a call with the same key that is in progress. It raises where an answer is stored already.
    `create function ledger.store_answer(org uuid, key bytea, request bytea, entry uuid, answer bytea) returns void
      language plpgsql security definer set search_path = '' as $$
      begin
        insert into ledger.answers as a (org_id, key_hash, request_hash, entry_id, answer)
        values ($1, $2, $3, $4, $5)
        on conflict on constraint answers_pkey do update set
          request_hash = excluded.request_hash, entry_id = excluded.entry_id, answer = excluded.answer,
          created_at = excluded.created_at
        where a.created_at <= now() - interval '24 hours';
        if not found then
          raise exception 'the key has been used' using errcode = 'P0902';
        end if;
      end $$`,
    `create function ledger.look_up_answer(org uuid, key bytea)
      returns table (request_hash bytea, entry_id uuid, answer bytea)
      language sql stable security definer set search_path = '' as $$
        select a.request_hash, a.entry_id, a.answer from ledger.answers a
        where a.org_id = $1 and a.key_hash = $2 and a.created_at > now() - interval '24 hours' $$`,
    ...['store_answer(uuid, bytea, bytea, uuid, bytea)', 'look_up_answer(uuid, bytea)'].flatMap(
      (signature) => [
        `revoke execute on function ledger.${signature} from public`,
        `grant execute on function ledger.${signature} to attestry_ledger, attestry_ingestion`,
      ],
    ),
  ],
}
