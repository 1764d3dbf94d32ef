/** Lets the ledger read which AI systems there are: an incident can be linked to some of them (docs/published-views.md). */
export const gate003 = {
  name: '003-ledger-reads-systems',
  statements: ['grant select on gate.systems_v1 to attestry_ledger'],
}
