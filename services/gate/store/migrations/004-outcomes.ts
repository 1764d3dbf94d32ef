/** Lets evidence read how the gate decided about a system, newest first (docs/published-views.md). */
export const gate004 = {
  name: '004-outcomes',
  statements: [
    `create view gate.outcomes_v1 as
      select org_id, id as decision_id, system_id as ai_system_id,
        record::jsonb ->> 'decision' as decision
      from gate.decisions`,
    'grant select on gate.outcomes_v1 to attestry_evidence',
  ],
}
