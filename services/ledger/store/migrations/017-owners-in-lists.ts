/** Lists are filtered by the owner of an incident: `work.owner_id`, which people set. */
export const ledger017 = {
  name: '017-owners-in-lists',
  statements: [
    `do $$ declare
      before text := pg_get_functiondef('ledger.list_terms(text, uuid, jsonb)'::regprocedure);
      after text := replace(before, 'record ->> ''owner_id''', 'record #>> ''{work,owner_id}''');
    begin
      if after = before then
        raise exception 'ledger.list_terms reads no owner';
      end if;
      execute after;
    end $$`,
    `update ledger.list_rows i set terms = ledger.list_terms('incidents', i.org_id, r.record::jsonb)
     from ledger.incidents r
     where i.type = 'incidents' and r.org_id = i.org_id and r.id = i.id and r.version = i.version and r.version > 1
       and r.record::jsonb #>> '{work,owner_id}' is not null`,
  ],
}
