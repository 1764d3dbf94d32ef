import { MikroORM, type Options } from '@mikro-orm/postgresql'
import { Client, type ClientBase, type Pool, type PoolClient, type QueryConfig } from 'pg'
import { DomainError, Reason } from '../errors/errors.ts'
import type { ServiceName } from '../identity/access.ts'
import type { Log } from '../logging/log.ts'
import { quotedArray } from './array-literal.ts'
import { databaseError } from './errors.ts'
import { setIdleTimeout } from './idle-timeout.ts'
import { roleOf } from './prepare.ts'
import { SESSION_SETTINGS } from './session-settings.ts'
import { checkTenantScope, loadTenantGuard } from './tenant-guard/tenant-guard.ts'

/** A statement with its parameters. A named one is prepared once for each connection. */
export type Statement = { name?: string; text: string; values?: unknown[] }

/** A service's access to its database: one pool under its runtime role, shared by the ORM and the hot paths. */
export type Database = {
  readonly orm: MikroORM
  /** Runs one statement on the pool. @throws DomainError UNAVAILABLE when the database does not answer. */
  query<R>(statement: Statement): Promise<R[]>
  /** @throws DomainError UNAVAILABLE when the database does not answer. */
  ready(): Promise<void>
  /** The pool, for work on a separate client (cursors, advisory locks); the caller releases that client. */
  readonly pool: Pool
  close(): Promise<void>
}

/**
 * Opens the pool and the ORM of a service. Does not migrate.
 *
 * The server ends statements that take longer than `statementTimeoutMs`. If the server does not report this in time, the
 * connection is closed here, and the outcome of the statement is unknown. The locks of a process that stops within a transaction
 * are released after the same time.
 *
 * @throws when the database cannot be used in the role of the service
 */
export async function openDatabase(options: Opening): Promise<Database> {
  await loadTenantGuard()
  const orm = ormOf(options)
  const pool = (await orm.em.getConnection().getNativeClient()) as Pool
  const close = async (): Promise<void> => {
    await orm.close(true)
    // Kysely ends the pool only if the ORM has used it. Otherwise the connections of hot paths would stay open until they are idle
    // for too long.
    if (!pool.ending) await pool.end()
  }
  try {
    await pool.query('select 1')
  } catch (error) {
    await close()
    throw error
  }
  const query = async <R>(statement: Statement): Promise<R[]> => {
    try {
      return (await pool.query(statement)).rows as R[]
    } catch (error) {
      throw databaseError(error)
    }
  }
  const ready = async (): Promise<void> => {
    const [row] = await query<{ read_only: string }>({ text: READ_ONLY })
    if (row!.read_only === 'on')
      throw new DomainError(Reason.UNAVAILABLE, 'the database does not take writes')
  }
  return { orm, pool, query, ready, close }
}

type Opening = {
  url: string
  service: ServiceName
  entities: Options['entities']
  poolSize?: number
  /** The purpose of the pool, where the service has several; PostgreSQL shows it with the service's name. */
  purpose?: string
  statementTimeoutMs?: number
  log: Log
}

function ormOf({
  url,
  service,
  entities = [],
  poolSize = 12,
  purpose,
  statementTimeoutMs = 15_000,
  log,
}: Opening): MikroORM {
  // The constructor, unlike `init`, does not look for extensions that are not used.
  const orm = new MikroORM({
    clientUrl: url,
    entities,
    schema: service,
    discovery: { warnWhenNoEntities: false },
    ensureDatabase: false,
    pool: { min: 0, max: poolSize },
    logger: (message) => log.warn({ service }, message),
    driverOptions: {
      application_name: ['attestry', service, purpose].filter(Boolean).join('-'),
      statement_timeout: statementTimeoutMs,
      idle_in_transaction_session_timeout: statementTimeoutMs,
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
      onPoolCreated: (pool: Pool) => {
        reclaimLost(pool)
        pool.on('acquire', (client) => setIdleTimeout(client, statementTimeoutMs + LATE_MS))
      },
      Client: GuardedClient,
      // The pool awaits this before it hands out the connection: no statement runs without the role.
      onConnect: (client: ClientBase) => {
        const text = `set role ${roleOf(service)}; ${SESSION_SETTINGS}`
        return client.query({ text, query_timeout: CONNECTION_TIMEOUT_MS } as QueryConfig)
      },
    },
  })
  // The ORM's own form loses blank elements, the text NULL and line breaks.
  orm.em.getPlatform().marshallArray = quotedArray
  reportUnavailable(orm)
  return orm
}

/**
 * Makes the ORM's statements fail like all others: UNAVAILABLE when the database does not answer, whichever error the ORM throws.
 */
function reportUnavailable({ driver }: MikroORM): void {
  const convert = driver.convertException.bind(driver)
  driver.convertException = (error) => {
    const known = databaseError(error)
    return known === error ? convert(error) : (known as ReturnType<typeof convert>)
  }
}

/**
 * Releases a connection that breaks while it is checked out. Kysely does not release a connection whose commit or rollback
 * fails. Without this, each connection lost within a transaction would shrink the pool by one, and `pool.end` would never finish.
 */
function reclaimLost(pool: Pool): void {
  const lent = new WeakSet<PoolClient>()
  pool.on('acquire', (client) => void lent.add(client))
  pool.on('release', (_, client) => void lent.delete(client))
  pool.on('connect', (client) => {
    client.once('end', () => {
      if (!lent.has(client)) return
      client.release(true)
      // Its holder may release it a second time.
      client.release = () => {}
    })
  })
}

const READ_ONLY = "select current_setting('transaction_read_only') as read_only"
const CONNECTION_TIMEOUT_MS = 10_000
/** How much later than its own timeout the server may report the end of a statement. */
const LATE_MS = 5000

/** A connection on which the tenant guard checks every statement, including those of libraries. */
class GuardedClient extends Client {
  constructor(...args: ConstructorParameters<typeof Client>) {
    super(...args)
    const send = this.query.bind(this) as (...args: unknown[]) => unknown
    this.query = ((statement: string | { text: string }, ...rest: unknown[]) => {
      checkTenantScope(typeof statement === 'string' ? statement : statement.text)
      return send(statement, ...rest)
    }) as typeof this.query
  }
}
