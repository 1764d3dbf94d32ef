import { execFile, execFileSync } from 'node:child_process'
import { chmod, mkdtemp, open, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { startLocalPostgres } from '../../services/local/postgres/local-postgres.ts'
import { sql } from '../harness/database.ts'
import { freePort } from '../harness/ports.ts'
import { call } from '../harness/rest.ts'
import { type Served, serve } from '../process/support/serve.ts'
import { expectRecovered } from './support/installation.ts'
import { type Load, startLoad } from './support/load.ts'
import { makeScene, type Scene } from './support/scene.ts'

const MIB = 1024 * 1024
const run = promisify(execFile)
const mountable = canMount()
if (!mountable)
  process.stderr.write('SKIPPED: a full disk is not tested, since this user may not mount a file system\n')

let disk: string
let scene: Scene
let served: Served
let load: Load
beforeEach(async () => {
  disk = await mkdtemp(join(tmpdir(), 'attestry-disk-'))
  await run('mount', ['-t', 'tmpfs', '-o', 'size=256m,mode=0711', 'tmpfs', disk])
  await chmod(disk, 0o711)
  const dataDir = join(disk, 'data')
  const postgres = await startLocalPostgres({ dataDir, log: () => {} })
  try {
    const env = { ...inject('kms'), ATTESTRY_DATA_DIR: dataDir, ATTESTRY_CHECKPOINT_SECONDS: '1' }
    scene = await makeScene({ databaseUrl: postgres.url, env })
  } finally {
    await postgres.stop()
  }
  const { DATABASE_URL: _, ...env } = scene.env
  served = await serve({ ...env, PORT: String(await freePort()) })
  load = startLoad(served.baseUrl, scene)
  await load.more(2)
})
afterEach(async () => {
  await load?.stop()
  await served?.end('SIGKILL')
  await run('umount', ['--lazy', disk])
  await rmdir(disk)
})

test.skipIf(!mountable)(
  'on a full disk, calls answer 500 with Retry-After, PostgreSQL restarts until there is room, nothing is lost',
  async () => {
    const ballast = join(disk, 'ballast')
    await fill(ballast)
    await load.moreFaults(6)
    // The next segment of the write-ahead log finds no room: PostgreSQL ends itself.
    await sql(scene.env.DATABASE_URL!, 'select pg_switch_wal()').catch(() => {})
    await fill(ballast)
    await load.moreFaults(6)
    expect((await call(served.baseUrl, '/healthz')).status).toBe(200)
    await expect.poll(() => ended(served)).toBe(true)
    await rm(ballast)
    await expectRecovered({ fixture: { scene }, served, load })
  },
)

/** Whether PostgreSQL has ended, and was not started again yet. */
const ended = ({ output }: Served): boolean => /PostgreSQL has ended/.test(output())

/** Writes to a file until there is no room left. */
async function fill(path: string): Promise<void> {
  const file = await open(path, 'a')
  try {
    for (let size = 8 * MIB; size >= 4096; size /= 2) {
      while (
        await file.write(Buffer.alloc(size, 1)).then(
          ({ bytesWritten }) => bytesWritten === size,
          () => false,
        )
      );
    }
  } finally {
    await file.close()
  }
}

function canMount(): boolean {
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
