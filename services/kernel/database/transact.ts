import type { EntityManager } from '@mikro-orm/postgresql'
import { CompiledQuery } from 'kysely'
import type { AuditEntryText } from '../audit/audit-entry.ts'
import type { Database } from './database.ts'
import { databaseError } from './errors.ts'
import { APPEND_SQL, entryValues, insertSql, type RecordRow, rowValues } from './record-store.ts'

/** Appends records and the audit entry with their receipts, inside the current transaction. */
export type Append = (entry: AuditEntryText, records: { table: string; rows: RecordRow[] }[]) => Promise<void>

/**
 * Runs a unit of work. Its changes through the entity manager, its records and their audit entry commit together, or
 * nothing commits.
 */
export async function transact<T>(
  db: Database,
  work: (em: EntityManager, append: Append) => Promise<T>,
): Promise<T> {
  try {
    return await db.orm.em.fork().transactional(async (em) => {
      const append: Append = async (entry, records) => {
        for (const { table, rows } of records) await runIn(em, insertSql(table), rowValues([{ entry, rows }]))
        await runIn(em, APPEND_SQL, entryValues([entry]))
      }
      return await work(em, append)
    })
  } catch (error) {
    throw databaseError(error)
  }
}

/** Runs a statement with the parameters $1, $2 … in the transaction of an entity manager. @returns its rows */
export async function runIn(em: EntityManager, sql: string, values: unknown[]): Promise<unknown[]> {
  return (await em.getTransactionContext()!.executeQuery(CompiledQuery.raw(sql, values))).rows
}
