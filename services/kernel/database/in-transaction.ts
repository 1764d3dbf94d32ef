import type { PoolClient } from 'pg'
import type { Database } from './database.ts'
import { databaseError } from './errors.ts'

/**
 * Runs work in one transaction on a separate connection. An error rolls everything back; a connection on which something failed
 * is not used again.
 *
 * @param begin the statement that opens the transaction, e.g. `begin isolation level repeatable read, read only`
 * @throws DomainError UNAVAILABLE when the database does not answer
 */
export async function inTransaction<T>(
  db: Pick<Database, 'pool'>,
  begin: string,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  let client: PoolClient | undefined
  let failed = true
  // A connection that breaks between two statements reports it here; the next statement then fails.
  const broken = (): void => {}
  try {
    client = await db.pool.connect()
    client.on('error', broken)
    await client.query(begin)
    const result = await work(client)
    await client.query('commit')
    failed = false
    return result
  } catch (error) {
    throw databaseError(error)
  } finally {
    client?.off('error', broken)
    client?.release(failed)
  }
}
