/** Lets the evidence service hold the account of a person who begins an export. */
export const ledger030 = {
  name: '030-hold-exporters',
  statements: ['grant execute on function ledger.hold_person(uuid, uuid, integer) to attestry_evidence'],
}
