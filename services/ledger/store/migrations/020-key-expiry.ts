/** API keys that expire. The index is for reminders before a key ends. */
export const ledger020 = {
  name: '020-key-expiry',
  statements: [
    'alter table ledger.api_keys add column expires_at timestamptz',
    'create index on ledger.api_keys (expires_at) where expires_at is not null and revoked_at is null',
  ],
}
