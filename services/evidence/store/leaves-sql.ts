import { RECORD_OWNERS, type RecordType } from '../../kernel/audit/record-types.ts'
import { SERVICE_NAMES } from '../../kernel/identity/access.ts'

/** Leaves of one organization's log: a range [first, end), or some by their indices. */
export type Leaves = { first: number; end: number } | { indices: readonly number[] }

/** A condition on leaf_index. Only numbers get into the text. */
export function within(leaves: Leaves): string {
  if ('indices' in leaves) return `leaf_index = any ('{${leaves.indices.map(Number).join(',')}}'::bigint[])`
  return `leaf_index between ${Number(leaves.first)} and ${Number(leaves.end) - 1}`
}

/**
 * Selects the records of a type that the leaf `l` has, through the index by entry. The table has other indexes that begin with
 * the organization. Where the planner's statistics do not know the organization, they cost the same, but only the index by
 * entry gives the rows in order without a sort.
 */
export function recordsOf(type: RecordType): string {
  if (type === EVENTS)
    return `select position, record from ${EVENTS_VIEW} where org_id = l.org_id and entry_id = l.entry_id offset 0`
  const records = `select position, record from ${RECORD_OWNERS[type]}.records_v1 where type = '${type}' and org_id = l.org_id`
  // The record of a delivery has the id of its entry, which has no other record.
  if (type === 'webhook-deliveries') return `${records} and ${oneWithEntryId('l.entry_id')}`
  return `${records} and entry_id = l.entry_id order by position offset 0`
}

/**
 * Selects the one row with this `entry_id`. With an equality, every index would seem to give the rows in the order of that column.
 */
export function oneWithEntryId(id: string): string {
  return `entry_id between ${id} and ${id} order by entry_id limit 1`
}

/**
 * Counts the lines and bytes of some leaves and their records, by type and bucket.
 *
 * @param reading `all`: all records of the organization are read; `lookups`: each leaf looks up its own
 */
export function sizesSql(own: string, leaves: Leaves, reading: 'all' | 'lookups'): string {
  const figures = (text: string): string =>
    `leaf_index / ${BUCKET} as bucket, count(*) as lines, sum(octet_length(${text}) + 1) as bytes,
     min(leaf_index) as first, max(leaf_index) as last,
     (extract(epoch from min(at)) * 1000)::float8 as at`
  const sized = (records: string): string =>
    `select r.type, ${figures('r.record')} from ledger.leaves_v1 l ${records}
     where l.${own} and l.${within(leaves)} group by r.type, bucket`
  const joined = (records: string): string =>
    sized(`join (${records}) r on r.org_id = l.org_id and r.entry_id = l.entry_id and r.${own}`)
  const lookedUp = (): string =>
    sized(`cross join lateral (
      ${RECORD_TYPES.map((type) => `(select '${type}' as type, record from (${recordsOf(type)}) r)`).join(' union all ')}) r`)
  return [
    `select 'audit' as type, ${figures('entry')} from ledger.entries_v1 where ${own} and ${within(leaves)} group by bucket`,
    ...(reading === 'all' ? RECORDS.map(joined) : [lookedUp()]),
  ].join(' union all ')
}

const RECORD_TYPES = Object.keys(RECORD_OWNERS) as RecordType[]
const EVENTS = 'agent-events'
/** Events of agents are found by their entry in a view of their own. */
const EVENTS_VIEW = 'ingestion.entry_events_v1'
/** All records, as two selections. */
const RECORDS = [
  SERVICE_NAMES.map((service) => `select * from ${service}.records_v1 where type <> '${EVENTS}'`).join(
    ' union all ',
  ),
  `select '${EVENTS}' as type, e.* from ${EVENTS_VIEW} e`,
]
/** How many leaves make a bucket. */
const BUCKET = 16_384
