import { setTimeout as sleep } from 'node:timers/promises'
import { LocalError } from '../errors.ts'
import { type LocalPostgres, type LocalPostgresOptions, startLocalPostgres } from './local-postgres.ts'

/**
 * Runs PostgreSQL for a data directory (local-postgres.ts). Starts it again at the same address whenever it ends without having been
 * asked to, for example when it was killed. Where the disk is full, it tries again until there is space. Everything committed
 * is kept.
 *
 * @throws LocalError when the first start fails
 */
export async function keepLocalPostgres(options: LocalPostgresOptions): Promise<KeptPostgres> {
  const { starting, ...further } = options
  const { log } = options
  let postgres = await startLocalPostgres(options)
  const { url } = postgres
  const stopping = new AbortController()
  const { signal } = stopping
  const again = async (): Promise<LocalPostgres | undefined> => {
    let logged = ''
    while (!signal.aborted) {
      try {
        return await startLocalPostgres(further)
      } catch (error) {
        const why = error instanceof LocalError ? error.message : String(error)
        if (why !== logged) log(`${why}; trying again`)
        logged = why
        await sleep(PAUSE_MS, undefined, { signal }).catch(() => {})
      }
    }
    return undefined
  }
  /** Resolves when PostgreSQL is stopped, or with the reason why it cannot continue. */
  const keep = async (): Promise<string | undefined> => {
    for (;;) {
      const how = await postgres.exited
      if (signal.aborted) return undefined
      log(`PostgreSQL has ended (${how}); starting it again`)
      await postgres.stop()
      const started = await again()
      if (started === undefined) return undefined
      postgres = started
      if (signal.aborted) return undefined
      if (postgres.url !== url) return 'PostgreSQL has ended, and its port was taken by another program'
    }
  }
  const kept = keep()
  return {
    url,
    failed: new Promise((resolve) => {
      void kept.then((why) => why !== undefined && resolve(why))
    }),
    stop: async () => {
      stopping.abort()
      // Waits for a start in progress, so that no process is left behind.
      const stopped = postgres.stop()
      await kept
      await stopped
      await postgres.stop()
    },
  }
}

const PAUSE_MS = 1000

type KeptPostgres = Pick<LocalPostgres, 'url' | 'stop'> & {
  /** Resolves, with a few words on why, when it cannot be started again. */
  failed: Promise<string>
}
