import type { Database } from '../../../kernel/database/database.ts'
import { MAX_ID } from '../../../kernel/database/seek.ts'

/** What one audit entry wrote of an incident: a version of it, a delivery about it, or both. */
export type TimelineRow = { entryId: string; version: string | null; delivery: string | null }

export async function timeline(
  db: Pick<Database, 'query'>,
  organizationId: string,
  incidentId: string,
  limit: number,
  before: string = MAX_ID,
): Promise<TimelineRow[]> {
  const values = [organizationId, incidentId, before, limit]
  const rows = await db.query<Row>({ name: 'timeline', text: TIMELINE, values })
  return rows.map(({ entry_id: entryId, version, delivery }) => ({ entryId, version, delivery }))
}

const TIMELINE = `
  with versions as (
    select entry_id, record from ledger.incidents where org_id = $1 and id = $2 and entry_id < $3
    order by version desc limit $4),
  deliveries as (
    select d.id as entry_id, d.record from ledger.incident_deliveries i
    join ledger.deliveries d on d.org_id = i.org_id and d.id = i.delivery_id
    where i.org_id = $1 and d.org_id = $1 and i.incident_id = $2 and i.delivery_id < $3
    order by i.delivery_id desc limit $4)
  select coalesce(v.entry_id, d.entry_id) as entry_id, v.record as version, d.record as delivery
  from versions v full join deliveries d on d.entry_id = v.entry_id
  order by 1 desc limit $4`

type Row = { entry_id: string; version: string | null; delivery: string | null }
