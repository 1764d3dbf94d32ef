/** The address of an invitation that was withdrawn is free: its account is disabled and never had a password. */
export const ledger038 = {
  name: '038-withdrawn-invitations',
  statements: [
    `create unique index users_address on ledger.users (org_id, email_key)
      where status <> 'disabled' or password <> ''`,
    'alter table ledger.users drop constraint users_org_id_email_key_key',
  ],
}
