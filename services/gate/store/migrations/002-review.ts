/**
 * Adds three things: columns, generated from the records, for what certifications and attestations say about the people behind
 * them; the mark of the last change of an agent's versions, in the sequence of the results' marks; which triggers a change of a
 * system opened.
 */
export const gate002 = {
  name: '002-review',
  statements: [
    `alter table gate.certifications
      add column certified_by uuid not null generated always as ((record::jsonb #>> '{certified_by,id}')::uuid) stored,
      add column involved jsonb generated always as (record::jsonb -> 'involved') stored,
      add column waited_hours integer generated always as ((record::jsonb ->> 'waited_hours')::integer) stored`,
    `alter table gate.attestations
      add column attested_by uuid not null generated always as ((record::jsonb #>> '{attested_by,id}')::uuid) stored,
      add column waited_hours integer generated always as ((record::jsonb ->> 'waited_hours')::integer) stored`,
    `alter table gate.triggers
      add column changed text generated always as (record::jsonb ->> 'changed') stored,
      add column opened_by uuid generated always as ((record::jsonb #>> '{opened_by,id}')::uuid) stored`,
    'alter table gate.profiles add column versions_mark bigint not null default 0',
    // Columns are only ever added.
    'create or replace view gate.systems_v1 as select org_id, id as ai_system_id, name, gate_suite from gate.systems',
  ],
}
