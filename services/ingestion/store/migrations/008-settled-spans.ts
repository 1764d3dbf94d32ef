/**
 * The settled spans of runs, with which repeated and late spans are compared. One row has the spans that a call settled of a
 * trace.
 */
export const ingestion008 = {
  name: '008-settled-spans',
  statements: [
    // spans: a JSON list (store/settled-spans.ts). Up to 8 kB it stays in its row, and is never compressed.
    `create table ingestion.settled_spans (
      org_id uuid not null, trace_id bytea not null, id uuid not null, run_id uuid not null,
      spans text not null, arrived_at timestamptz not null default now(),
      primary key (org_id, trace_id, id)) with (toast_tuple_target = 8160)`,
    'alter table ingestion.settled_spans alter column spans set storage external',
    'create index on ingestion.settled_spans (arrived_at)',
    'grant select, insert, delete on ingestion.settled_spans to attestry_ingestion',
  ],
}
