/**
 * A number for every result, drawn when it is inserted, from the sequence that also numbers the changes of agent
 * versions. The database thus decides which of the two came first, whatever the clocks of the processes are.
 */
export const ingestion004 = {
  name: '004-result-marks',
  statements: [
    'create sequence ingestion.result_marks',
    'grant usage on sequence ingestion.result_marks to attestry_ingestion, attestry_gate',
    // In two steps, so that results that are there already are not rewritten; they have no mark.
    'alter table ingestion.evaluations add column mark bigint',
    "alter table ingestion.evaluations alter column mark set default nextval('ingestion.result_marks')",

    // Published (docs/published-views.md).
    `create view ingestion.results_v1 as
      select org_id, id as evaluation_id, entry_id, coalesce(mark, 0) as mark,
        record::jsonb #> '{payload,agents}' as measured_agents
      from ingestion.evaluations`,
    'grant select on ingestion.results_v1 to attestry_gate',
  ],
}
