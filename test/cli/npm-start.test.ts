import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ended, temporaryDirectory } from '../harness/command.ts'
import { freePort } from '../harness/ports.ts'

let root: Awaited<ReturnType<typeof temporaryDirectory>>
beforeAll(async () => {
  root = await temporaryDirectory()
})
afterAll(() => root.remove())

// A supervisor, `kill` and a container's stop signal npm alone; a terminal signals every process.
test('SIGTERM to `npm start` ends the server, not npm alone', async () => {
  const port = await freePort()
  const npm = npmStart({ PORT: String(port), ATTESTRY_DATA_DIR: join(root.path, 'data') })
  try {
    await expect.poll(() => isReady(port), { timeout: 60_000, interval: 100 }).toBe(true)
    npm.kill('SIGTERM')
    await ended(npm)
    await expect.poll(() => isReady(port), { timeout: 30_000, interval: 100 }).toBe(false)
  } finally {
    endGroup(npm)
  }
})

/** npm in a process group of its own, so that a failed test can end all of it. */
function npmStart(env: NodeJS.ProcessEnv): ChildProcess {
  const { PATH, HOME } = process.env
  const cwd = fileURLToPath(new URL('../..', import.meta.url))
  return spawn('npm', ['start'], { cwd, env: { PATH, HOME, ...env }, stdio: 'ignore', detached: true })
}

const isReady = async (port: number): Promise<boolean> =>
  (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok ?? false

function endGroup(leader: ChildProcess): void {
  try {
    process.kill(-leader.pid!, 'SIGTERM')
  } catch {
    // Nothing of the group is left.
  }
}
