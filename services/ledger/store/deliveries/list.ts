import type { Database } from '../../../kernel/database/database.ts'
import { Conditions } from '../../../kernel/database/filtered/conditions.ts'
import { filteredList } from '../../../kernel/database/filtered/filtered-list.ts'
import { type ListPage, readList } from '../../../kernel/database/filtered/read.ts'
import { MAX_ID } from '../../../kernel/database/seek.ts'
import type { ListOptions, TimeRange } from '../../../kernel/lists/list.ts'
import { firstPart, type Part, partOfRows } from '../../../kernel/lists/part.ts'

/** Which deliveries a list shows. */
type DeliveryFilter = {
  endpointId: string | undefined
  outcome: string | undefined
  received: TimeRange
  search: readonly string[]
}

/** Deliveries of one endpoint or of all, filtered by their records. */
export type DeliveryList = (
  organizationId: string,
  filter: DeliveryFilter,
  options: ListOptions,
) => Promise<ListPage<DeliveryListed>>

type DeliveryListed = { id: string; record: string }

export function deliveryList(db: Pick<Database, 'query'>): DeliveryList {
  const filtered = filteredList<DeliveryListed>(db, { table: 'ledger.deliveries', select: 's.id, s.record' })
  return (organizationId, { endpointId, outcome, received, search }, options) => {
    const conditions = new Conditions().times(received, 'received_at').search(search, TEXTS)
    if (outcome !== undefined) conditions.shown("w.json ->> 'outcome' = $", outcome)
    const whole =
      conditions.isEmpty && endpointId !== undefined
        ? (limit: number, before: string | undefined) => page(db, organizationId, endpointId, limit, before)
        : undefined
    if (endpointId !== undefined) conditions.indexed('t.endpoint_id = $::uuid', endpointId)
    return readList(organizationId, options, conditions, filtered, whole)
  }
}

/** The first part of up to `limit` deliveries of an endpoint with ids below `before`, newest first. */
async function page(
  db: Pick<Database, 'query'>,
  organizationId: string,
  endpointId: string,
  limit: number,
  before = MAX_ID,
): Promise<Part<DeliveryListed>> {
  const rows = await db.query<DeliveryListed>({
    name: 'page deliveries',
    text: firstPart(
      'p.id, p.record',
      `select id, record from ledger.deliveries where org_id = $1 and endpoint_id = $2 and id < $3
      order by id desc limit $4`,
      'p.id desc',
    ),
    values: [organizationId, endpointId, before, limit],
  })
  return partOfRows(rows, limit)
}

const TEXTS = [
  ...['id', 'external_id', 'incident_id', 'endpoint_id', 'product', 'format', 'outcome', 'body_sha256'].map(
    (name) => `w.json ->> '${name}'`,
  ),
  ...['title', 'severity', 'state', 'status'].map((name) => `w.json #>> '{report,${name}}'`),
]
