/** Published: the subject of a finding (docs/published-views.md), by which the ledger looks up the finding of an occurrence. */
export const ingestion011 = {
  name: '011-subjects-of-findings',
  statements: [
    `create or replace view ingestion.findings_v1 as
      select org_id, finding_id, kind, ai_system_id, profile_id, agent_identity, tool_name, model_name, model_version,
        metric_name, occurrences, first_at, last_at, newest_source_id, subject
      from ingestion.finding_subjects`,
  ],
}
