/**
 * The audit entry of a call with an idempotency key has the hashes of the answer that is stored for its retries. `logged`:
 * whether an entry has them. Rows that processes of the previous version wrote are recorded afterwards (store/backfill-answers.ts).
 */
export const ledger023 = {
  name: '023-logged-answers',
  statements: [
    'alter table ledger.answers add column logged boolean not null default false',
    'create index answers_not_logged on ledger.answers (org_id, key_hash) where not logged',
    'grant select (org_id, logged) on ledger.answers to attestry_ledger',

    // Like `ledger.store_answer`, for a call whose audit entry has the hashes.
    `create function ledger.store_logged_answer(org uuid, key bytea, request bytea, entry uuid, answer bytea) returns void
      language plpgsql security definer set search_path = '' as $$
      begin
        insert into ledger.answers as a (org_id, key_hash, request_hash, entry_id, answer, logged)
        values ($1, $2, $3, $4, $5, true)
        on conflict on constraint answers_pkey do update set
          request_hash = excluded.request_hash, entry_id = excluded.entry_id, answer = excluded.answer,
          created_at = excluded.created_at, logged = true
        where a.created_at <= now() - interval '24 hours';
        if not found then
          raise exception 'the key has been used' using errcode = 'P0902';
        end if;
      end $$`,
    // Marks up to 100 answers as logged, and returns their part of an audit entry.
    `create function ledger.log_found_answers(org uuid)
      returns table (entry_id uuid, at timestamptz, key_sha256 text, request_sha256 text, sha256 text)
      language sql security definer set search_path = '' as $$
        update ledger.answers a set logged = true
        where a.org_id = $1 and a.key_hash in (
          select f.key_hash from ledger.answers f where f.org_id = $1 and not f.logged
          order by f.key_hash limit 100 for update)
        returning a.entry_id, a.created_at, pg_catalog.encode(a.key_hash, 'hex'),
          pg_catalog.encode(a.request_hash, 'hex'), pg_catalog.encode(pg_catalog.sha256(a.answer), 'hex') $$`,
    ...[
      {
        signature: 'store_logged_answer(uuid, bytea, bytea, uuid, bytea)',
        to: 'attestry_ledger, attestry_ingestion',
      },
      { signature: 'log_found_answers(uuid)', to: 'attestry_ledger' },
    ].flatMap(({ signature, to }) => [
      `revoke execute on function ledger.${signature} from public`,
      `grant execute on function ledger.${signature} to ${to}`,
    ]),
  ],
}
