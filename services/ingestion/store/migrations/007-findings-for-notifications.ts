/** The ledger tells people of triggers that open: it reads which finding an occurrence belongs to (docs/published-views.md). */
export const ingestion007 = {
  name: '007-findings-for-notifications',
  statements: ['grant select on ingestion.findings_v1 to attestry_ledger'],
}
