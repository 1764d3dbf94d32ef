import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../harness/ports.ts'
import { median } from '../load.ts'

/** Seconds from `npm start` to ready, on an empty data directory. */
export function bootFirst(): Promise<{ seconds: number }> {
  return boots(async (directory) => {
    await rm(directory, { recursive: true, force: true })
  })
}

/** Seconds from `npm start` to ready, on the data directory of an earlier start. */
export function bootWarm(): Promise<{ seconds: number }> {
  return boots(async (directory, boot) => {
    await boot(directory)
  })
}

async function boots(
  prepare: (directory: string, boot: (directory: string) => Promise<number>) => Promise<unknown>,
): Promise<{ seconds: number }> {
  const parent = await mkdtemp(join(tmpdir(), 'attestry-boot-'))
  await chmod(parent, 0o711)
  const seconds: number[] = []
  for (let i = 0; i < 3; i++) {
    const directory = join(parent, `data-${i}`)
    await prepare(directory, boot)
    seconds.push(await boot(directory))
  }
  await rm(parent, { recursive: true, force: true })
  return { seconds: median(seconds) }
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
