import { groupCommit } from '../../../kernel/concurrency/group-commit.ts'
import type { Database } from '../../../kernel/database/database.ts'
import { isStatementRefused } from '../../../kernel/database/errors.ts'
import { across } from '../../../kernel/database/tenant-guard/relations.ts'
import { DELIVERY_OUTCOMES, type OutcomeWord } from '../../domain/delivery.ts'
import type { ProcessedAlert } from '../../domain/process-alert.ts'
import { type DeliveryList, deliveryList } from './list.ts'
import { type Opening, openNew } from './open-new.ts'
import { processGroups } from './process-groups.ts'
import type { DeliveryWrite, GroupWrite } from './write.ts'

/** Accepted webhook deliveries. */
export type DeliveryStore = {
  /**
   * Draws on the endpoint's quota and commits the delivery of one open alert if the alert is new; concurrent deliveries share the
   * statement. Nothing is written for a known alert: `process` handles it.
   */
  open(write: DeliveryWrite): Promise<Opening>
  /** Commits a call's alerts, known or not, all of them or none. Draws on no quota. */
  process(write: GroupWrite): Promise<ProcessedAlert[]>
  list: DeliveryList
  /** The outcomes of the newest `among` deliveries of an endpoint by UTC day, newest first. */
  byDay(organizationId: string, endpointId: string, among: number): Promise<DeliveryDay[]>
  /** Deletes events older than the longest period that an endpoint can be set to. It ends after the portion in which it is cancelled. */
  expire(signal?: AbortSignal): Promise<void>
}

/** How many deliveries of a UTC day had each outcome. */
type DeliveryDay = { day: string } & Record<OutcomeWord, number>

export function deliveryStore(db: Database): DeliveryStore {
  const run = (writes: DeliveryWrite[]): Promise<Opening[]> => openNew(db, writes)
  const processAll = (writes: GroupWrite[]): Promise<ProcessedAlert[][]> => processGroups(db, writes)
  const retriable = isStatementRefused
  const openSmall = groupCommit({ name: 'deliver', run, maxInFlight: 1, alternating: true, retriable })
  const openLarge = groupCommit({ name: 'deliver large', run, retriable, maxBatch: 4 })
  const processSmall = groupCommit({
    name: 'process',
    run: processAll,
    maxInFlight: 1,
    retriable,
    maxBatch: 64,
  })
  const processLarge = groupCommit({
    name: 'process large',
    run: processAll,
    maxInFlight: 1,
    retriable,
    maxBatch: 2,
  })
  return {
    open: (write) => (write.body.length > SMALL_BYTES ? openLarge : openSmall)(write),
    process: (write) => (write.body.length > SMALL_BYTES ? processLarge : processSmall)(write),
    list: deliveryList(db),
    byDay: (organizationId, endpointId, among) =>
      db.query({
        name: 'deliveries by day',
        text: `
          with newest as materialized (
            select record::json ->> 'outcome' as outcome, left(record::json ->> 'received_at', 10) as day
            from ledger.deliveries where org_id = $1 and endpoint_id = $2 order by id desc limit $3
          )
          select day, ${DELIVERY_OUTCOMES.map(
            (outcome) => `count(*) filter (where outcome = '${outcome}')::int as ${outcome}`,
          ).join(', ')}
          from newest group by day order by day desc`,
        values: [organizationId, endpointId, among],
      }),
    async expire(signal) {
      for (;;) {
        const [row] = await db.query<{ deleted: number }>({ text: EXPIRE })
        if (row!.deleted < EXPIRED_AT_ONCE || signal?.aborted) return
      }
    },
  }
}

/** Larger bodies share a statement with only a few others, so that no statement carries more than a few MiB. */
const SMALL_BYTES = 64 * 1024

/**
 * One statement deletes some of the events, so that it ends in time however many there are. The age is checked again where a row is
 * deleted: an event may come again meanwhile.
 */
const EXPIRED_AT_ONCE = 10_000
const EXPIRE = `${across('expire events')}
  with old as (
    delete from ledger.events_seen where first_at < now() - interval '90 days' and ctid = any (array(
      select ctid from ledger.events_seen where first_at < now() - interval '90 days' limit ${EXPIRED_AT_ONCE}))
    returning 1)
  select count(*)::int as deleted from old`
