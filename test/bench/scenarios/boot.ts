import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startLocalPostgres } from '../../../services/local/postgres.ts'
import { freePort } from '../../harness/ports.ts'
import { compared, type Paired } from '../load.ts'

/**
 * Seconds from `npm start` to ready on an empty data directory ÷ of initdb and a start of the same PostgreSQL, and then of
 * an empty Node.js process.
 */
export function bootFirst(): Promise<Paired> {
  return boots(async () => {})
}

/** The same on the data directory of an earlier start, without initdb. */
export function bootWarm(): Promise<Paired> {
  return boots(async (ours, bare) => {
    await boot(ours)
    await reference(bare)
  })
}

async function boots(prepare: (ours: string, bare: string) => Promise<void>): Promise<Paired> {
  const parent = await mkdtemp(join(tmpdir(), 'attestry-boot-'))
  await chmod(parent, 0o711)
  const pairs: [number, number][] = []
  for (let i = 0; i < 5; i++) {
    const [ours, bare] = [join(parent, `ours-${i}`), join(parent, `bare-${i}`)]
    await prepare(ours, bare)
    pairs.push([await boot(ours), await reference(bare)])
  }
  await rm(parent, { recursive: true, force: true })
  return compared(pairs)
}

/** Seconds until PostgreSQL has started on a data directory and an empty Node.js process has run. */
async function reference(directory: string): Promise<number> {
  const started = performance.now()
  const postgres = await startLocalPostgres({ dataDir: directory, log: () => {} })
  await once(spawn(process.execPath, ['-e', ''], { stdio: 'ignore' }), 'exit')
  const seconds = (performance.now() - started) / 1000
  await postgres.stop()
  return seconds
}

async function boot(directory: string): Promise<number> {
  const port = await freePort()
  const env = { ...process.env, ATTESTRY_DATA_DIR: directory, PORT: String(port), HOST: '127.0.0.1' }
  const cwd = join(import.meta.dirname, '../../..')
  const started = performance.now()
  const child = spawn('npm', ['start'], { cwd, env, stdio: 'ignore', detached: true })
  while (!(await ready(port))) await new Promise((resolve) => setTimeout(resolve, 10))
  const seconds = (performance.now() - started) / 1000
  await end(child)
  return seconds
}

async function ready(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** npm, its shell and the server are one process group. */
async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  process.kill(-child.pid!, 'SIGINT')
  await ended
  await new Promise((resolve) => setTimeout(resolve, 500))
}
