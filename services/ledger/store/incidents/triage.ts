import type { Database } from '../../../kernel/database/database.ts'
import { MAX_ID } from '../../../kernel/database/seek.ts'
import { firstPart, type Part, partOf } from '../../../kernel/lists/part.ts'

/** The first part of the triage queue: incidents of unknown severity in their first version, newest first. */
export async function triagePage(
  db: Pick<Database, 'query'>,
  organizationId: string,
  limit: number,
  before: string = MAX_ID,
): Promise<Part<string>> {
  const rows = await db.query<{ record: string }>({
    name: 'triage',
    text: firstPart(
      'p.record',
      `select i.id, i.record from ledger.triage t
       join ledger.incidents i on i.org_id = t.org_id and i.id = t.incident_id and i.version = 1
       where t.org_id = $1 and t.incident_id < $2 order by t.incident_id desc limit $3`,
      'p.id desc',
    ),
    values: [organizationId, before, limit],
  })
  return partOf(
    rows.map(({ record }) => record),
    limit,
  )
}
