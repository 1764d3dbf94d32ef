import type { Clock } from '../../services/kernel/clock.ts'
import type { Log } from '../../services/kernel/log.ts'
import { startLocalPostgres } from '../../services/local/postgres.ts'
import { readGatewayConfig } from '../config.ts'
import { bootstrap } from './bootstrap.ts'
import { type Composition, compose, type Role } from './compose.ts'
import { dataDirOf, withClientToken } from './environment.ts'
import { writeInstance } from './instance.ts'
import { needsLocalKms, withCheckpointDir, withLocalKms } from './local-kms.ts'
import { migrateDatabase } from './migrations.ts'

/** Everything that `attestry serve` keeps running. */
export type Installation = {
  composition: Composition
  /** Resolves with a few words when a part of it ends unasked. */
  failed: Promise<string>
  destroy(): Promise<void>
}

/**
 * Starts what the environment does not name (PostgreSQL, the key service, on a first start an organization), then the roles. What was
 * started is stopped again when a later part fails.
 */
export async function startInstallation(options: {
  roles: readonly Role[]
  env: NodeJS.ProcessEnv
  clock: Clock
  log: Log
  say: (line: string) => void
}): Promise<Installation> {
  const { roles, clock, log, say } = options
  const stops: (() => Promise<void>)[] = []
  const destroy = async (): Promise<void> => {
    for (const stop of stops.splice(0).reverse()) await stop()
  }
  try {
    let env = { ...options.env }
    if (roles.includes('gateway')) readGatewayConfig(env)
    let failed = new Promise<string>(() => {})
    const needsDatabase = roles.some((role) => role !== 'gateway')
    const embedded = needsDatabase && !env.DATABASE_URL
    if (embedded) {
      say('Starting PostgreSQL.')
      const postgres = await startLocalPostgres({ dataDir: dataDirOf(env), log: say })
      stops.push(() => postgres.stop())
      env.DATABASE_URL = postgres.url
      failed = postgres.exited.then((how) => `PostgreSQL has ended (${how})`)
    }
    if (needsDatabase && needsLocalKms(env)) {
      const local = await withLocalKms(env, say)
      stops.push(() => local.kms.stop())
      env = local.env
    }
    if (roles.includes('ledger')) env = await withCheckpointDir(env)
    env = await withClientToken(env)
    if (needsDatabase) await migrateDatabase(env.DATABASE_URL!)
    let settled = false
    const pending = () => (settled ? [] : ['start'])
    const composition = await compose(roles, env, { clock, log, pending })
    stops.push(() => composition.destroy())
    if (composition.gateway !== undefined) stops.push(await writeInstance(env, composition.gateway.port))
    if (embedded && composition.gateway !== undefined) await bootstrap({ env, composition, clock, say })
    else if (composition.gateway !== undefined) say(`Ready on port ${composition.gateway.port}.`)
    for (const { name, url } of composition.services) if (url !== undefined) say(`${name} ready on ${url}.`)
    settled = true
    return { composition, failed, destroy }
  } catch (error) {
    await destroy()
    throw error
  }
}
