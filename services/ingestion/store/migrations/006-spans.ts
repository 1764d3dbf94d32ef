/** Spans of agents that wait to become runs and events, and spans of runs, by which a repeated span is recognised. */
export const ingestion006 = {
  name: '006-spans',
  statements: [
    // waiting: a WaitingSpan, until its trace is settled.
    `create table ingestion.spans (
      org_id uuid not null, trace_id bytea not null, span_id bytea not null, parent_id bytea not null,
      tool_name text, tool_call_id text, waiting bytea, run_id uuid, arrived_at timestamptz not null default now(),
      primary key (org_id, trace_id, span_id), check ((waiting is null) = (run_id is not null)))
      with (fillfactor = 70)`,
    'create index on ingestion.spans (org_id, trace_id, arrived_at) where run_id is null',
    'create index on ingestion.spans (arrived_at) where run_id is not null',
    'grant select, insert, update, delete on ingestion.spans to attestry_ingestion',
  ],
}
