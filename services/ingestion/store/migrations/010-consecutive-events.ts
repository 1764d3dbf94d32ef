/**
 * One index entry for the events of a call with consecutive seqs, instead of one for each event. The first of them has their
 * number. Events that were stored before, or by a process of an earlier version, count as one each.
 */
export const ingestion010 = {
  name: '010-consecutive-events',
  statements: [
    // A constant default rewrites no row.
    'alter table ingestion.agent_events add column consecutive integer not null default 1',
    'create index agent_events_entry on ingestion.agent_events (org_id, entry_id) where consecutive > 0',
    'drop index ingestion.agent_events_org_id_entry_id_position_idx',

    // Published: the events of an entry (docs/published-views.md). `offset 0`: they are always looked up by their run and numbers.
    `create view ingestion.entry_events_v1 as
      select f.org_id, f.entry_id, e.position, e.id, e.record
      from ingestion.agent_events f cross join lateral (
        select position, id, record from ingestion.agent_events
        where org_id = f.org_id and run_id = f.run_id and seq between f.seq and f.seq + (f.consecutive - 1) offset 0) e
      where f.consecutive > 0`,
    'grant select on ingestion.entry_events_v1 to attestry_evidence',
  ],
}
