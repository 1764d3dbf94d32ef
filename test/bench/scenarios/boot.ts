import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startLocalPostgres } from '../../../services/local/postgres/local-postgres.ts'
import { freePort } from '../../harness/ports.ts'
import { compared, median, type Paired } from '../support/load.ts'

/** `npm_both`: the ratio where npm also starts the Node.js process of the reference, as it starts ours. */
type Boots = Paired & { npm_both: number }

/**
 * Measures the seconds from `npm start` to ready on an empty data directory ÷ those of initdb and a start of the same PostgreSQL,
 * and then of an empty Node.js process.
 */
export function bootFirst(): Promise<Boots> {
  return boots(async () => {})
}

/** Measures as `bootFirst` does, on the data directory of an earlier start and without initdb. */
export function bootWarm(): Promise<Boots> {
  return boots(async (ours, bare) => {
    await boot(ours)
    await reference(bare)
  })
}

async function boots(prepare: (ours: string, bare: string) => Promise<void>): Promise<Boots> {
  const parent = await mkdtemp(join(tmpdir(), 'attestry-boot-'))
  await chmod(parent, 0o711)
  const turns: { ours: number; bare: number; bareByNpm: number }[] = []
  for (let i = 0; i < 5; i++) {
    const [ours, bare] = [join(parent, `ours-${i}`), join(parent, `bare-${i}`)]
    await prepare(ours, bare)
    const seconds = await boot(ours)
    const { postgres, node } = await reference(bare)
    turns.push({ ours: seconds, bare: postgres + node, bareByNpm: postgres + (await emptyByNpm(parent)) })
  }
  await rm(parent, { recursive: true, force: true })
  return {
    ...compared(turns.map(({ ours, bare }) => [ours, bare])),
    npm_both: median(turns.map(({ ours, bareByNpm }) => ours / bareByNpm)),
  }
}

/** Returns the seconds until PostgreSQL has started on a data directory, and those of an empty Node.js process after that. */
async function reference(directory: string): Promise<{ postgres: number; node: number }> {
  const started = performance.now()
  const postgres = await startLocalPostgres({ dataDir: directory, log: () => {} })
  const accepts = performance.now()
  await once(spawn(process.execPath, ['-e', ''], { stdio: 'ignore' }), 'exit')
  const ended = performance.now()
  await postgres.stop()
  return { postgres: (accepts - started) / 1000, node: (ended - accepts) / 1000 }
}

/** Returns the seconds of `npm start` in a package whose start script is an empty Node.js process. */
async function emptyByNpm(cwd: string): Promise<number> {
  await writeFile(join(cwd, 'package.json'), JSON.stringify({ scripts: { start: 'node -e 0' } }))
  const started = performance.now()
  await once(spawn('npm', ['start'], { cwd, stdio: 'ignore' }), 'exit')
  return (performance.now() - started) / 1000
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

/** Ends npm, its shell and the server, which are one process group. */
async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  process.kill(-child.pid!, 'SIGINT')
  await ended
  await new Promise((resolve) => setTimeout(resolve, 500))
}
