import type { Database } from '../../kernel/database/database.ts'
import { MAX_ID } from '../../kernel/database/seek.ts'
import { firstPart, type Part, partOfRows } from '../../kernel/lists/part.ts'

/**
 * Pages through a record table of the gate that has a system_id, newest first, in parts.
 *
 * @param record SQL of what is shown of the records
 */
export function pagesOf(db: Pick<Database, 'query'>, table: string, record = 'record') {
  return async (
    organizationId: string,
    systemId: string | undefined,
    limit: number,
    before: string | undefined,
  ): Promise<Part<{ id: string; record: string }>> => {
    const rows = `select id, ${record} as record from ${table} where org_id = $1 and id < $2
      ${systemId === undefined ? '' : 'and system_id = $4'} order by id desc limit $3`
    const found = await db.query<{ id: string; record: string }>({
      name: `page ${table} ${systemId !== undefined}`,
      text: firstPart('p.id, p.record', rows, 'p.id desc'),
      values: [organizationId, before ?? MAX_ID, limit, ...(systemId === undefined ? [] : [systemId])],
    })
    return partOfRows(found, limit)
  }
}
