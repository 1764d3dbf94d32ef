import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type DatabaseWait,
  readDatabaseWaitSeconds,
} from '../../../services/kernel/database/until-answered.ts'
import { createLog } from '../../../services/kernel/logging/log.ts'
import { openDataDirectory } from '../../../services/local/data-directory.ts'
import { LocalError } from '../../../services/local/errors.ts'
import { type Lock, takeLock } from '../../../services/local/lock.ts'
import { startLocalPostgres } from '../../../services/local/postgres/local-postgres.ts'
import { runningPostgresUrl } from '../../../services/local/postgres/running-postgres.ts'
import { dataDirOf } from '../data-directory/environment.ts'

/**
 * Runs a function on the installation's database: DATABASE_URL, or the embedded one, which is started for the duration if no
 * instance runs it. Operator commands on one data directory take turns, so that none stops the database while another one uses
 * it.
 *
 * @throws LocalError
 */
export async function withDatabase<T>(env: NodeJS.ProcessEnv, run: (url: string) => Promise<T>): Promise<T> {
  if (env.DATABASE_URL) return run(env.DATABASE_URL)
  const dataDir = await openDataDirectory(dataDirOf(env))
  const turn = await waitFor(() =>
    takeLock(join(dataDir, 'operator.lock'), 'another operator command is running'),
  )
  try {
    const postgres = await waitFor(() => database(dataDir))
    try {
      return await run(postgres.url)
    } finally {
      await postgres.stop()
    }
  } finally {
    turn.release()
  }
}

/** Returns the options of waiting for the database. The wait is always reported, even by a command that prints nothing else. */
export function databaseWait(env: NodeJS.ProcessEnv): DatabaseWait {
  return { seconds: readDatabaseWaitSeconds(env), log: createLog(env) }
}

/** Returns the embedded database: that of the running instance, else one that stops with this command. */
async function database(dataDir: string): Promise<{ url: string; stop(): Promise<void> }> {
  try {
    return await startLocalPostgres({ dataDir, log: () => undefined })
  } catch (error) {
    const url = inUse(error) ? await runningPostgresUrl(dataDir) : undefined
    if (url === undefined) throw error
    return { url, stop: async () => undefined }
  }
}

/** Tries again while the data directory is in use: a running instance may still be starting, or be about to end. */
async function waitFor<T extends Lock | { url: string }>(attempt: () => T | Promise<T>): Promise<T> {
  for (let waited = 0; ; waited += STEP_MS) {
    try {
      return await attempt()
    } catch (error) {
      if (!inUse(error) || waited >= PATIENCE_MS) throw error
    }
    await sleep(STEP_MS)
  }
}

function inUse(error: unknown): boolean {
  return error instanceof LocalError && error.code === 'in_use'
}

const STEP_MS = 200
const PATIENCE_MS = 60_000
