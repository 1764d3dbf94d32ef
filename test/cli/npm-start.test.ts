import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
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

// A supervisor, `kill` and a container's stop signal npm alone. A terminal signals every process, and npm passes it on: the server
// gets it twice.
test.each([
  ['SIGTERM to npm', 'start', (npm: ChildProcess) => npm.kill('SIGTERM')],
  ['SIGTERM to npm', 'run attestry -- serve', (npm: ChildProcess) => npm.kill('SIGTERM')],
  ['Ctrl-C in a terminal', 'start', (npm: ChildProcess) => signalGroup(npm, 'SIGINT')],
])(
  '%s of `npm %s` lets a call under way finish, stops PostgreSQL and exits with 0',
  async (_, words, stop) => {
    const port = await freePort()
    const data = join(root.path, 'data')
    const npm = npmStart({ PORT: String(port), ATTESTRY_DATA_DIR: data }, words)
    try {
      await expect.poll(() => isReady(port), { interval: 100 }).toBe(true)
      expect(existsSync(join(data, 'postgres/data/postmaster.pid'))).toBe(true)
      const call = await callUnderWay(port, data)
      stop(npm)
      // No new connections are accepted.
      await expect.poll(() => isReady(port), { interval: 100 }).toBe(false)
      expect(await call.finish()).toBe(201)
      await ended(npm)
      expect(npm.exitCode).toBe(0)
      expect(existsSync(join(data, 'postgres/data/postmaster.pid'))).toBe(false)
    } finally {
      signalGroup(npm, 'SIGKILL')
    }
  },
)

test('Ctrl-C ends a start that waits for a database that does not answer', async () => {
  const mute = createServer(() => {}).listen(0, '127.0.0.1')
  await once(mute, 'listening')
  const { port } = mute.address() as AddressInfo
  const npm = npmStart({
    ...{ PORT: String(await freePort()), ATTESTRY_DATA_DIR: join(root.path, 'waits') },
    DATABASE_URL: `postgres://someone:secret@127.0.0.1:${port}/attestry`,
  })
  try {
    await once(mute, 'connection')
    signalGroup(npm, 'SIGINT')
    await ended(npm)
    expect(npm.exitCode).toBe(0)
  } finally {
    signalGroup(npm, 'SIGKILL')
    mute.close()
  }
})

/** Sends a part of a call. Returns a function that sends the rest. */
async function callUnderWay(port: number, data: string): Promise<{ finish(): Promise<number> }> {
  const key: string = JSON.parse(await readFile(join(data, 'bootstrap.json'), 'utf8')).api_key
  const body = JSON.stringify({ title: 'Under way', severity: 'low', detected_at: new Date().toISOString() })
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'content-length': String(body.length),
    expect: '100-continue',
  }
  const sent = request({ port, host: '127.0.0.1', method: 'POST', path: '/api/v1/incidents', headers })
  const answered = new Promise<number>((resolve, reject) => {
    sent.once('response', (response) => {
      response.resume()
      resolve(response.statusCode!)
    })
    sent.once('error', reject)
  })
  // What fails is seen where it is awaited.
  answered.catch(() => {})
  sent.flushHeaders()
  await new Promise((resolve) => sent.once('continue', resolve))
  sent.write(body.slice(0, 10))
  return {
    finish: () => {
      sent.end(body.slice(10))
      return answered
    },
  }
}

/** npm in a process group of its own, as in a terminal, so that a failed test can end all of it. */
function npmStart(env: NodeJS.ProcessEnv, words = 'start'): ChildProcess {
  const { PATH, HOME } = process.env
  const cwd = fileURLToPath(new URL('../..', import.meta.url))
  return spawn('npm', words.split(' '), { cwd, env: { PATH, HOME, ...env }, stdio: 'ignore', detached: true })
}

const isReady = async (port: number): Promise<boolean> =>
  (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok ?? false

function signalGroup(leader: ChildProcess, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader.pid!, signal)
  } catch {
    // No process of the group is left.
  }
}
