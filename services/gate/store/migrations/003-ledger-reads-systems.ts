/** The ledger reads which AI systems there are: an incident is linked to some (docs/published-views.md). */
export const gate003 = {
  name: '003-ledger-reads-systems',
  statements: ['grant select on gate.systems_v1 to attestry_ledger'],
}
