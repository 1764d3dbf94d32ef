import { MikroORM, type Options } from '@mikro-orm/postgresql'
import type { ClientBase, Pool, PoolClient } from 'pg'
import type { ServiceName } from '../access.ts'
import type { Log } from '../log.ts'
import { databaseError } from './errors.ts'
import { roleOf } from './prepare.ts'

/** A statement with its parameters. A named one is prepared once a connection. */
export type Statement = { name?: string; text: string; values?: unknown[] }

/** A service's way to its database: one pool under its runtime role, shared by the ORM and the hot paths. */
export type Database = {
  readonly orm: MikroORM
  /** Runs one statement on the pool. @throws DomainError UNAVAILABLE when the database does not answer. */
  query<R>(statement: Statement): Promise<R[]>
  /** A client of its own for a longer piece of work (cursors, advisory locks); the caller releases it. */
  readonly pool: Pool
  close(): Promise<void>
}

/** Opens the pool and the ORM of a service. Does not migrate; nothing connects before the first statement. */
export async function openDatabase(options: {
  url: string
  service: ServiceName
  entities: Options['entities']
  poolSize?: number
  statementTimeoutMs?: number
  log: Log
}): Promise<Database> {
  const { url, service, entities = [], poolSize = 12, statementTimeoutMs = 15_000, log } = options
  const orm = await MikroORM.init({
    clientUrl: url,
    entities,
    schema: service,
    discovery: { warnWhenNoEntities: false },
    pool: { min: 0, max: poolSize },
    logger: (message) => log.warn({ service }, message),
    driverOptions: {
      application_name: `attestry-${service}`,
      statement_timeout: statementTimeoutMs,
      connectionTimeoutMillis: 10_000,
      onPoolCreated: reclaimLost,
      // Awaited by the pool before anyone gets the connection: without its role no statement runs.
      onConnect: (client: ClientBase) => client.query(`set role ${roleOf(service)}`),
    },
  })
  const pool = (await orm.em.getConnection().getNativeClient()) as Pool
  return {
    orm,
    pool,
    async query<R>(statement: Statement): Promise<R[]> {
      try {
        return (await pool.query(statement)).rows as R[]
      } catch (error) {
        throw databaseError(error)
      }
    },
    close: () => orm.close(true),
  }
}

/**
 * Takes back a connection that ends while it is lent out. Kysely does not return one whose commit or rollback fails, so
 * that every connection lost within a transaction would leave the pool smaller by one, and its end waiting for ever.
 */
function reclaimLost(pool: Pool): void {
  const lent = new WeakSet<PoolClient>()
  pool.on('acquire', (client) => void lent.add(client))
  pool.on('release', (_, client) => void lent.delete(client))
  pool.on('connect', (client) => {
    client.once('end', () => {
      if (!lent.has(client)) return
      client.release(true)
      // Whoever still holds it may return it once more.
      client.release = () => {}
    })
  })
}
