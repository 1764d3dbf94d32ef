import type { Check } from '../../../kernel/state/rules.ts'

/**
 * The events of some entries. The first ones of consecutive events are in an index of entries; the others follow from their
 * `consecutive`. A value of a row that somebody changed MUST NOT overflow a sum.
 */
export const WRITTEN_EVENTS = `ingestion.agent_events f cross join lateral (
    select * from ingestion.agent_events
    where org_id = f.org_id and run_id = f.run_id and seq between f.seq
      and case when f.seq > ${Number.MAX_SAFE_INTEGER} then f.seq else f.seq + (f.consecutive - 1) end offset 0) r
  where f.org_id = $1 and f.entry_id = any ($2::uuid[]) and f.consecutive > 0`

/**
 * Checks that each event either is the first of `consecutive` events of its call with consecutive seqs, or follows such a first
 * one.
 */
export const CONSECUTIVE: Check = {
  field: 'consecutive',
  problem: 'is not how many events of its call follow one another',
  sql: `select 'id=' || (array_agg(id order by seq))[1] as row from (
      select run_id, seq, id, entry_id, consecutive,
        count(*) filter (where consecutive > 0) over (partition by run_id order by seq) as nth
      from ingestion.agent_events where org_id = $1) e
    group by run_id, nth
    having count(*) <> max(consecutive) or min(consecutive) < 0 or max(seq) - min(seq) <> count(*) - 1
      or count(distinct entry_id) > 1`,
}
