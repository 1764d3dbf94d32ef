/**
 * Invitations, by the SHA-256 of their code. Accounts of one address in several organizations: what one organization does MUST
 * NOT show which addresses another one has.
 */
export const ledger009 = {
  name: '009-invitations',
  statements: [
    'alter table ledger.users drop constraint users_email_key_key',
    'alter table ledger.users add unique (org_id, email_key)',
    'create index on ledger.users (email_key)',
    `create table ledger.invitations (
      code_hash bytea primary key, org_id uuid not null, user_id uuid not null, expires_at timestamptz not null,
      unique (org_id, user_id))`,
    'grant select, insert, delete on ledger.invitations to attestry_ledger',
  ],
}
