/**
 * Limits of the settled spans that are read for a report: of one trace, and of all traces of a statement. Spans beyond them make
 * no event twice: an event is recognised by its span in any case.
 */
const MAX_TRACE_BYTES = 512 * 1024
const MAX_BYTES = 2 * 1024 * 1024

/**
 * Reads the traces that a report names: the number of waiting bytes of each, and its newest settled spans. Calls of several
 * organizations share the statement. At most MAX_TRACE_BYTES of a trace are read, and MAX_BYTES in all. Organizations with less to read
 * come first; within one, the newest rows of all traces come before the second ones. The run of a trace is read in any case.
 * $1 and $2 are the traces, each once; $3 is the limit of rows of a trace.
 */
export const TRACES = `
  select s.* from unnest($1::uuid[], $2::bytea[]) as wanted (org_id, trace_id)
  cross join lateral (
    (select org_id, trace_id, span_id, parent_id, tool_name, tool_call_id, null::bigint as waiting, run_id, null as spans
      from ingestion.spans k
      where k.org_id = wanted.org_id and k.trace_id = wanted.trace_id and k.run_id is not null limit $3)
    union all
    (select wanted.org_id, wanted.trace_id, null, null, null, null, sum(octet_length(w.waiting)), null, null
      from ingestion.spans w
      where w.org_id = wanted.org_id and w.trace_id = wanted.trace_id and w.run_id is null having count(*) > 0)
    offset 0) s
  union all
  select fit.org_id, fit.trace_id, null, null, null, null, null, fit.run_id, r.spans from (
    select *, sum(bytes) over (order by of_organization, org_id, turn, trace_id) as total from (
      select *, sum(bytes) over (partition by org_id order by turn, trace_id) as of_organization from (
        select k.* from unnest($1::uuid[], $2::bytea[]) as wanted (org_id, trace_id)
        cross join lateral (
          select *, row_number() over (order by id desc) as turn, sum(bytes) over (order by id desc) as of_trace from (
            select org_id, trace_id, id, run_id, least(octet_length(spans), ${MAX_TRACE_BYTES}) as bytes
            from ingestion.settled_spans k
            where k.org_id = wanted.org_id and k.trace_id = wanted.trace_id order by id desc limit $3) newest
          offset 0) k
        where turn = 1 or of_trace <= ${MAX_TRACE_BYTES}) trace) organization) fit
  left join lateral (
    select case when octet_length(spans) > ${MAX_TRACE_BYTES} then substr(spans, 1, ${MAX_TRACE_BYTES}) else spans end as spans
    from ingestion.settled_spans k
    where k.org_id = fit.org_id and k.trace_id = fit.trace_id and k.id = fit.id offset 0) r
    on fit.total <= ${MAX_BYTES}
  where fit.turn = 1 or fit.total <= ${MAX_BYTES}`

/** Finds the traces that have a run although spans wait in them. $1 and $2 are the traces. */
export const LEFT = `
  select s.* from unnest($1::uuid[], $2::bytea[]) as wanted (org_id, trace_id)
  cross join lateral (
    select w.org_id, w.trace_id from ingestion.spans w
    where w.org_id = wanted.org_id and w.trace_id = wanted.trace_id and w.run_id is null and (
      exists (
        select from ingestion.settled_spans k
        where k.org_id = wanted.org_id and k.trace_id = wanted.trace_id)
      or exists (
        select from ingestion.spans k
        where k.org_id = wanted.org_id and k.trace_id = wanted.trace_id and k.run_id is not null)) limit 1) s`

/** Returns the limit of rows of a trace, $3 of TRACES: 1 to 5,000, and 40,000 of all traces together. */
export function rowsOfTrace(traces: number): number {
  return Math.max(1, Math.min(5000, Math.floor(40_000 / traces)))
}
