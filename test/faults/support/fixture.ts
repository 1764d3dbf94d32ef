import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject } from 'vitest'
import { type LocalPostgres, startLocalPostgres } from '../../../services/local/postgres/local-postgres.ts'
import { makeScene, type Scene } from './scene.ts'

/** A durable PostgreSQL for one test, with the scene on it. It outlives the processes that use it, and may be killed. */
export type Fixture = {
  readonly postgres: LocalPostgres
  scene: Scene
  /** Starts PostgreSQL again after it has ended, at the same address. */
  startPostgres(): Promise<void>
  /** Sends SIGKILL to the postmaster. The next start recovers from the write-ahead log. */
  killPostgres(): Promise<void>
  clear(): Promise<void>
}

/** @param env further variables for the processes of this installation */
export async function makeFixture(env: NodeJS.ProcessEnv = {}): Promise<Fixture> {
  const directory = await mkdtemp(join(tmpdir(), 'attestry-faults-'))
  await chmod(directory, 0o711)
  const start = () => startLocalPostgres({ dataDir: join(directory, 'database'), log: () => {} })
  let postgres = await start()
  const { url } = postgres
  const startPostgres = async (): Promise<void> => {
    postgres = await start()
    expect(postgres.url).toBe(url)
  }
  return {
    get postgres() {
      return postgres
    },
    scene: await makeScene({
      databaseUrl: url,
      env: { ...inject('kms'), ATTESTRY_DATA_DIR: join(directory, 'data'), ...env },
    }),
    startPostgres,
    killPostgres: async () => {
      process.kill(postgres.pid, 'SIGKILL')
      await postgres.exited
      await postgres.stop()
      await startPostgres()
    },
    clear: async () => {
      await postgres.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
