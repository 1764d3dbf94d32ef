import { appendOnly, recordTable } from '../../../kernel/database/record-table.ts'

/** The record tables of ingestion and the type that each holds. */
const RECORDS = {
  evaluations: 'evaluations',
  agent_runs: 'agent-runs',
  agent_events: 'agent-events',
  findings: 'findings',
}

/** Ingestion's schema: evaluation results, agent runs and their events, findings, published views. */
export const ingestion001 = {
  name: '001-ingestion',
  statements: [
    // Append-only, each row with its record.
    ...recordTable('ingestion.evaluations', {
      columns: ['system_id uuid not null', 'eval_type text not null'],
    }),
    'create index on ingestion.evaluations (org_id, system_id, id)',
    'create index on ingestion.evaluations (org_id, eval_type, id)',
    'create index on ingestion.evaluations (org_id, system_id, eval_type, id)',
    ...recordTable('ingestion.agent_runs', {
      columns: ['run_ref text not null', 'agent_identity text not null'],
      constraints: ['constraint agent_runs_ref unique (org_id, run_ref)'],
    }),
    'create index on ingestion.agent_runs (org_id, agent_identity, id)',
    // Events are looked up by run and by audit entry only, so that these two indexes are all there is.
    `create table ingestion.agent_events (
      org_id uuid not null, run_id uuid not null, seq bigint not null, id uuid not null,
      entry_id uuid not null, position integer not null, record text not null,
      constraint agent_events_seq primary key (org_id, run_id, seq))`,
    'create index on ingestion.agent_events (org_id, entry_id, position)',
    ...appendOnly('ingestion.agent_events'),
    // One row an occurrence.
    ...recordTable('ingestion.findings'),

    // What the database decides is newest: one row per suite version, metric and type.
    `create table ingestion.newest_results (
      org_id uuid not null, suite_id uuid not null, metric_name text collate "C" not null,
      eval_type text collate "C" not null, evaluation_id uuid not null, metric_value double precision not null,
      record_hash bytea not null, payload_hash text not null,
      primary key (org_id, suite_id, metric_name, eval_type),
      check (metric_value > '-Infinity' and metric_value < 'Infinity')) with (fillfactor = 70)`,
    // One row a subject, however often it was found. subject: SHA-256 of what the subject consists of.
    `create table ingestion.finding_subjects (
      org_id uuid not null, finding_id uuid not null, kind text collate "C" not null, subject bytea not null,
      ai_system_id uuid, profile_id uuid, agent_identity text, tool_name text, model_name text, model_version text,
      metric_name text, occurrences bigint not null, first_at timestamptz not null default now(),
      last_at timestamptz not null default now(), newest_source_id uuid not null,
      primary key (org_id, finding_id),
      constraint finding_subjects_subject unique (org_id, kind, subject)) with (fillfactor = 70)`,
    'create index on ingestion.finding_subjects (org_id, ai_system_id, finding_id)',
    "create index on ingestion.finding_subjects (org_id, agent_identity) where kind = 'gap'",
    ...['newest_results', 'finding_subjects'].map(
      (table) => `grant select, insert, update on ingestion.${table} to attestry_ingestion`,
    ),

    // What a statement was prepared from has changed meanwhile: nothing of it is written, and it is prepared again.
    `create function ingestion.refuse_stale(stale bigint) returns void language plpgsql as $$
      begin
        if stale > 0 then
          raise exception 'prepared from an earlier state' using errcode = 'P0901';
        end if;
      end $$`,

    // Published (docs/published-views.md).
    `create view ingestion.newest_results_v1 as
      select org_id, suite_id, metric_name, eval_type, evaluation_id, metric_value, record_hash, payload_hash
      from ingestion.newest_results`,
    `create view ingestion.findings_v1 as
      select org_id, finding_id, kind, ai_system_id, profile_id, agent_identity, tool_name, model_name, model_version,
        metric_name, occurrences, first_at, last_at, newest_source_id
      from ingestion.finding_subjects`,
    `create view ingestion.records_v1 as ${Object.entries(RECORDS)
      .map(
        ([table, type]) =>
          `select org_id, entry_id, '${type}'::text as type, position, id, record from ingestion.${table}`,
      )
      .join(' union all ')}`,
    'grant select on ingestion.newest_results_v1, ingestion.findings_v1 to attestry_gate',
    'grant select on ingestion.records_v1 to attestry_evidence, attestry_ledger',
  ],
}
