/**
 * Time-stamps of checkpoints (RFC 3161) beside the cosignatures. `source` is the SHA-256 of the authority's certificate,
 * `statement` the token and that certificate, both DER in base64.
 */
export const ledger022 = {
  name: '022-timestamps',
  statements: [
    `alter table ledger.checkpoint_statements drop constraint checkpoint_statements_kind_check,
       add constraint checkpoint_statements_kind_check check (kind in ('cosignature', 'timestamp'))`,
  ],
}
