import type { EntityClass, EntityManager, EntitySchema } from '@mikro-orm/postgresql'
import { mapInTurns } from '../concurrency/event-loop.ts'
import type { RowRange } from '../lists/counted-list.ts'
import { firstPart, type Part, partOfSizes } from '../lists/part.ts'
import type { Database } from './database.ts'

/**
 * Reads the first part of the rows of a table of state, which has one row an object. A row counts with the length of its record,
 * which has at least what the row has.
 *
 * @param tables the table of the entity, and the table of the records of its versions
 * @param where returns further conditions of SQL on a row `t`, each with `and` before it; `bind` returns the parameter of a value
 */
export async function statePart<T extends object>(
  db: Pick<Database, 'query'> & { orm: { em: Pick<EntityManager, 'fork'> } },
  entity: EntityClass<T> | EntitySchema<T>,
  { table, records }: { table: string; records: string },
  organizationId: string,
  { order, limit, cursor }: RowRange,
  where: (bind: (value: unknown) => string) => string = () => '',
): Promise<Part<T>> {
  const values: unknown[] = [organizationId, limit]
  const bind = (value: unknown): string => `$${values.push(value)}`
  const [after, direction] = order === 'newest' ? ['<', 'desc'] : ['>', 'asc']
  const seek = cursor === undefined ? '' : `and t.id ${after} ${bind(cursor)}::uuid`
  const rows = `select t.*, coalesce(octet_length(r.record), 0) as bytes
    from ${table} t left join ${records} r on r.org_id = t.org_id and r.id = t.id and r.version = t.version
    where t.org_id = $1 ${seek} ${where(bind)} order by t.id ${direction} limit $2`
  const text = firstPart('p.*', rows, `p.id ${direction}`, 'p.bytes')
  const found = await db.query<{ bytes: number; earlier: unknown }>({ text, values })
  const em = db.orm.em.fork()
  const states = await mapInTurns(found, ({ bytes, earlier, ...row }) => em.map(entity, row as never) as T)
  return { ...partOfSizes(found, limit), rows: states }
}
