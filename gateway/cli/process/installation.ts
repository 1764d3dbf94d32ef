import type { Clock } from '../../../services/kernel/clock.ts'
import { stopAfter, stopAll } from '../../../services/kernel/concurrency/stop-all.ts'
import { readDatabaseWaitSeconds, untilAnswered } from '../../../services/kernel/database/until-answered.ts'
import type { Log } from '../../../services/kernel/logging/log.ts'
import { keepLocalPostgres } from '../../../services/local/postgres/kept-postgres.ts'
import { dataDirOf, withClientToken } from '../data-directory/environment.ts'
import { writeInstance } from '../data-directory/instance.ts'
import { UsageError } from '../errors/usage-error.ts'
import { checkSettings } from './check-settings.ts'
import type { Composition } from './compose.ts'
import { databaseServer } from './database-server.ts'
import { loading } from './loading.ts'
import { needsLocalKms, withCheckpointDir, withLocalKms } from './local-kms.ts'
import { type ProcessRole, usesEmbeddedPostgres } from './role-names.ts'

/** The parts that `attestry serve` keeps running. */
type Installation = {
  composition: Composition
  /** Resolves with a short reason when a part of the installation has ended and cannot be started again. */
  failed: Promise<string>
  destroy(): Promise<void>
}

/**
 * Starts the parts that the environment does not name (PostgreSQL and the key service), then the roles; a first start makes an
 * organization. Parts that were started are stopped again when a later part fails.
 */
export async function startInstallation(options: Starting): Promise<Installation> {
  const stops: Stop[] = []
  const destroy = (): Promise<void> => stopAll(stops.splice(0).reverse())
  try {
    return { ...(await startParts(options, (stop) => stops.push(stop))), destroy }
  } catch (error) {
    throw await stopAfter(error, destroy, { wasToldToStop: options.signal.aborted })
  }
}

type Starting = {
  roles: readonly ProcessRole[]
  env: NodeJS.ProcessEnv
  clock: Clock
  log: Log
  say: (line: string) => void
  /** When aborted, the start no longer waits for a database that does not answer. */
  signal: AbortSignal
  /** Whether an empty installation begins with an organization that holds sample data. */
  sample?: boolean
}

type Stop = () => Promise<void>

/** @param started called once a part has started, with the function that stops it */
async function startParts(
  options: Starting,
  started: (stop: Stop) => void,
): Promise<Omit<Installation, 'destroy'>> {
  const { roles, log, say, sample = false } = options
  let env = { ...options.env }
  await checkSettings(env, roles, log)
  const code = loading()
  const needsDatabase = roles.some((role) => role !== 'gateway')
  const embedded = usesEmbeddedPostgres(roles, env)
  if (sample && !embedded)
    throw new UsageError('--sample fills the embedded PostgreSQL only, and DATABASE_URL names another')
  let failed = new Promise<string>(() => {})
  if (embedded) {
    const postgres = await startPostgres(env, say, code)
    started(() => postgres.stop())
    env.DATABASE_URL = postgres.url
    failed = postgres.failed
  } else if (needsDatabase) say(`Connecting to PostgreSQL at ${databaseServer(env.DATABASE_URL!)}.`)
  let clock = options.clock
  // The code of the roles is loaded while the migrations wait for the database.
  const upToDate = needsDatabase ? bringUpToDate(env.DATABASE_URL!, options, code) : undefined
  if (upToDate !== undefined) started(upToDate.stop)
  void code.roles()
  if (needsDatabase && needsLocalKms(env)) {
    const local = await withLocalKms(env, say)
    started(() => local.kms.stop())
    env = local.env
  }
  if (roles.includes('ledger')) env = await withCheckpointDir(env)
  env = await withClientToken(env)
  const { compose } = await code.roles()
  if (upToDate !== undefined) clock = await upToDate.clock
  let isReady = false
  const pending = () => (isReady ? [] : ['start'])
  const composition = await compose(roles, env, { clock, log, pending, signal: options.signal })
  started(() => composition.destroy())
  await announce({ composition, env, clock, code, say, started, ...(embedded ? { sample } : {}) })
  isReady = true
  return { composition, failed }
}

/** Starts PostgreSQL. Code is loaded while its processes work, not before: loading would delay their start. */
function startPostgres(env: NodeJS.ProcessEnv, say: (line: string) => void, code: Code) {
  return keepLocalPostgres({
    dataDir: dataDirOf(env),
    log: say,
    starting: () => say('Starting PostgreSQL.'),
    checking: code.database,
    waiting: code.roles,
  })
}

/**
 * Prints the addresses of the roles. An embedded installation gets its first organization before that.
 *
 * @param start.sample set for an embedded one
 */
async function announce(start: {
  composition: Composition
  env: NodeJS.ProcessEnv
  clock: Clock
  code: Code
  say: (line: string) => void
  started: (stop: Stop) => void
  sample?: boolean
}): Promise<void> {
  const { composition, clock, say, sample } = start
  if (composition.gateway !== undefined) {
    const { port } = composition.gateway
    // Port 0 is replaced by the port that the system chose.
    const env = { ...start.env, PORT: `${port}` }
    start.started(await writeInstance(env, port))
    const { bootstrap } = await start.code.roles()
    if (sample !== undefined) await bootstrap({ env, composition, clock, say, sample })
    else say(`Ready on port ${port}.`)
  }
  for (const { name, url } of composition.services) if (url !== undefined) say(`${name} ready on ${url}.`)
}

type Code = ReturnType<typeof loading>

/**
 * Migrates the database and reads its time. Loading code can block the event loop for longer than a connection may take. If
 * reading the time fails, it is repeated after the migration. `stop` waits for work in progress, and stops the clock.
 */
function bringUpToDate(
  url: string,
  options: Starting,
  code: Code,
): { clock: Promise<Clock>; stop(): Promise<void> } {
  const { log, signal } = options
  const wait = { seconds: readDatabaseWaitSeconds(options.env), log, signal }
  const migrated = code
    .database()
    .then(({ migrateDatabase, loadTenantGuard }) =>
      Promise.all([migrateDatabase(url, wait), loadTenantGuard()]),
    )
  const ask = () => code.database().then(({ databaseClock }) => databaseClock(url, options))
  const asking = ask().catch(() => migrated.then(() => untilAnswered(wait, ask)))
  // If both fail, the error of the migration is thrown.
  const clock = migrated.then(() => asking)
  const settled = Promise.allSettled([asking, clock])
  return {
    clock,
    stop: async () => {
      const [asked] = await settled
      if (asked.status === 'fulfilled') await asked.value.stop()
    },
  }
}
