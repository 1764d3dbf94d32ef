/** SQL that inserts the list rows for the incidents of the organization $1, which were written directly to the database. */
export const INCIDENT_ROWS = `
  insert into ledger.list_rows (org_id, type, id, version, at, facets, terms)
  select r.org_id, 'incidents', r.id, r.version, ledger.list_at(r.record), ledger.list_facets('incidents', r.record),
    ledger.list_terms('incidents', r.org_id, r.record)
  from (select org_id, id, version, record::jsonb as record from ledger.incidents where org_id = $1) r
  on conflict do nothing`
