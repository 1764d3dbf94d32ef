/** The stored answers for retries with an idempotency key (docs/published-views.md). */
export const ledger005 = {
  name: '005-answers',
  statements: [
    // `key_hash` is of the caller, the RPC and the key; `entry_id` is of the call that was answered first.
    `create table ledger.answers (
      org_id uuid not null, key_hash bytea not null check (length(key_hash) = 32),
      request_hash bytea not null check (length(request_hash) = 32),
      entry_id uuid not null, answer bytea not null, created_at timestamptz not null default now(),
      primary key (org_id, key_hash))`,
    'create index on ledger.answers (created_at)',
    // Nobody reads answers but by their key.
    'grant select (created_at), delete on ledger.answers to attestry_ledger',

    // Waits for a call with the same key that is in progress. Raises where an answer is stored already, so that nothing is
    // written.
    `create function ledger.remember(org uuid, key bytea, request bytea, entry uuid, answer bytea) returns void
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
    `create function ledger.recall(org uuid, key bytea)
      returns table (request_hash bytea, entry_id uuid, answer bytea)
      language sql stable security definer set search_path = '' as $$
        select a.request_hash, a.entry_id, a.answer from ledger.answers a
        where a.org_id = $1 and a.key_hash = $2 and a.created_at > now() - interval '24 hours' $$`,
    ...['remember(uuid, bytea, bytea, uuid, bytea)', 'recall(uuid, bytea)'].flatMap((signature) => [
      `revoke execute on function ledger.${signature} from public`,
      `grant execute on function ledger.${signature} to attestry_ledger, attestry_ingestion`,
    ]),
  ],
}
