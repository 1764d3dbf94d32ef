import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject } from 'vitest'
import { startLocalPostgres } from '../../../services/local/postgres.ts'
import { makeScene, type Scene } from './scene.ts'

/** A PostgreSQL of a test's own that may be killed, and the scene on it. */
export type Ground = {
  databaseUrl: string
  scene: Scene
  /** SIGKILL to the postmaster; what comes back recovers from the write-ahead log, at the same address. */
  killPostgres(): Promise<void>
  clear(): Promise<void>
}

export async function makeGround(): Promise<Ground> {
  const directory = await mkdtemp(join(tmpdir(), 'attestry-faults-'))
  await chmod(directory, 0o711)
  const start = () => startLocalPostgres({ dataDir: join(directory, 'database'), log: () => {} })
  let postgres = await start()
  const databaseUrl = postgres.url
  const env = { ...inject('kms'), ATTESTRY_DATA_DIR: join(directory, 'data') }
  return {
    databaseUrl,
    scene: await makeScene({ databaseUrl, env }),
    killPostgres: async () => {
      process.kill(postgres.pid, 'SIGKILL')
      await postgres.exited
      await postgres.stop()
      postgres = await start()
      expect(postgres.url).toBe(databaseUrl)
    },
    clear: async () => {
      await postgres.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
