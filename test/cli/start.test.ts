import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { attestry, endAll, ended, serve, start, temporaryDirectory } from '../harness/command.ts'
import { createDatabase } from '../harness/database.ts'
import { freePort } from '../harness/ports.ts'
import { call } from '../harness/rest.ts'
import { isRunning } from '../local/processes.ts'

let root: Awaited<ReturnType<typeof temporaryDirectory>>
let dataDir: string
let env: { PORT: string; ATTESTRY_DATA_DIR: string }
beforeAll(async () => {
  root = await temporaryDirectory()
  dataDir = join(root.path, 'data')
  env = { PORT: String(await freePort()), ATTESTRY_DATA_DIR: dataDir }
})
afterAll(async () => {
  await endAll()
  await root.remove()
})

const bootstrap = async () => JSON.parse(await readFile(join(dataDir, 'bootstrap.json'), 'utf8'))
const oneLine = (text: string) => expect(text.trim().split('\n')).toHaveLength(1)
const postmaster = () => {
  const home = clusterHome(join(dataDir, 'postgres'))
  return Number(readFileSync(join(home, 'data', 'postmaster.pid'), 'utf8').split('\n')[0])
}

test('an installation on one machine starts, works, restarts and stops, as real processes', async () => {
  // A first start makes an organization, keeps its secrets to this user, and prints a line that works as pasted.
  const first = await serve(env)
  const made = await bootstrap()
  expect(made).toMatchObject({
    base_url: `http://127.0.0.1:${env.PORT}`,
    organization: { id: expect.any(String), name: expect.any(String) },
    admin: { email: expect.stringContaining('@'), password: expect.any(String) },
    api_key: expect.stringMatching(/^atk_/),
  })
  for (const name of ['bootstrap.json', 'instance.json', 'client-token']) {
    expect((await stat(join(dataDir, name))).mode & 0o777).toBe(0o600)
  }
  expect(first.printed()).toContain(`${dataDir}/bootstrap.json`)
  expect(first.printed()).not.toContain(made.api_key)
  expect(first.printed()).not.toContain(made.admin.password)
  const curl = /^ {2}(curl .*)$/m.exec(first.printed())![1]!
  const pasted = await new Promise<string>((resolve) =>
    execFile('/bin/sh', ['-c', curl], (_, stdout) => resolve(stdout)),
  )
  expect(JSON.parse(pasted)).toMatchObject({ title: 'First incident', severity: 'high' })

  // The address and the API key are loaded into a shell.
  const exports = (await attestry(['env'], { env: { ATTESTRY_DATA_DIR: dataDir } })).stdout
  const script = `${exports}\ncurl -s "$ATTESTRY_URL/api/v1/incidents" -H "Authorization: Bearer $ATTESTRY_API_KEY"`
  const read = await new Promise<string>((resolve) =>
    execFile('/bin/sh', ['-c', script], (_, stdout) => resolve(stdout)),
  )
  expect(JSON.parse(read).data).toMatchObject([{ title: 'First incident' }])
  const nowhere = await attestry(['env'], { env: { ATTESTRY_DATA_DIR: join(root.path, 'nowhere') } })
  expect(nowhere).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('attestry serve') })

  // The administrator's session is kept: the command works at once, and finds the gateway by itself.
  const org = made.organization.id
  const only = { ATTESTRY_DATA_DIR: dataDir }
  const keys = await attestry(['key', 'list', '--org', org, '--json'], { env: only })
  expect(keys).toMatchObject({ code: 0, stderr: '' })
  expect(keys.json.data).toHaveLength(1)

  // The operator's commands work beside the running instance.
  const orgs = await attestry(['org', 'list', '--json'], { env: only })
  expect(orgs.json.data.map((one: { id: string }) => one.id)).toEqual([org])

  // A second instance says why it cannot run: one line, exit 1.
  const held = await attestry(['serve'], { env: { ...env, PORT: String(await freePort()) } })
  expect(held).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`uses the data directory ${dataDir}`),
  })
  oneLine(held.stderr)

  // SIGKILL, then a start: every acknowledged write is still there, and no process is left behind.
  const orphan = postmaster()
  first.child.kill('SIGKILL')
  await ended(first.child)
  const again = await serve(env)
  expect(isRunning(orphan)).toBe(false)
  expect(await bootstrap()).toEqual(made)
  const listed = await call(`http://127.0.0.1:${env.PORT}`, '/api/v1/incidents', { key: made.api_key })
  expect(listed.body.data.map((one: { title: string }) => one.title)).toEqual(['First incident'])

  // Ctrl-C stops all of it, PostgreSQL too, with exit 0.
  const running = postmaster()
  again.child.kill('SIGINT')
  await ended(again.child)
  expect(again.child.exitCode).toBe(0)
  expect(isRunning(running)).toBe(false)
  expect(await readdir(dataDir)).not.toContain('instance.json')

  // With nothing running, a person's command says so; the operator's starts the database for as long as it needs.
  const nobody = await attestry(['key', 'list', '--org', org], { env: { ...only, PORT: env.PORT } })
  expect(nobody).toMatchObject({ code: 1, stderr: expect.stringContaining('no gateway answers') })
  oneLine(nobody.stderr)
  const alone = await attestry(['org', 'create', '--name', 'Second', '--json'], { env: only })
  expect(alone).toMatchObject({ code: 0, stderr: '' })
  expect((await attestry(['org', 'list', '--json'], { env: only })).json.data).toHaveLength(2)

  // SIGTERM stops it as well.
  const third = await serve(env)
  third.child.kill('SIGTERM')
  await ended(third.child)
  expect(third.child.exitCode).toBe(0)
})

test('a port in use makes serve exit with 1 and one line', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  const refused = await attestry(['serve'], { env: { ...env, PORT: String(port) } })
  server.close()
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('the port is in use') })
  oneLine(refused.stderr)
})

test.each([
  ['an invalid port', { PORT: '80o80' }, 'PORT: 80o80 is not a port'],
  ['an unreachable database', { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' }, 'does not answer'],
  ['an invalid database address', { DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must be postgres://'],
])('serve exits with 1 and one line for %s', async (_, more, words) => {
  const refused = await attestry(['serve'], {
    env: { PORT: String(await freePort()), ATTESTRY_DATA_DIR: join(root.path, 'other'), ...more },
  })
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(words) })
  oneLine(refused.stderr)
})

test('serve exits with 1 and one line for a database that accepts connections and does not answer', async () => {
  const server = createServer((socket) => void socket.on('error', () => {})).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  const DATABASE_URL = `postgres://a:b@127.0.0.1:${port}/c`
  const refused = await attestry(['serve'], {
    env: {
      PORT: String(await freePort()),
      ATTESTRY_DATA_DIR: join(root.path, 'silent'),
      ATTESTRY_DATABASE_WAIT_SECONDS: '0',
      DATABASE_URL,
    },
  })
  server.close()
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('does not answer') })
  oneLine(refused.stderr)
})

test('a stop signal ends a start that waits for a silent database, with exit code 0', async () => {
  const server = createServer((socket) => void socket.on('error', () => {})).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const child = start(['serve'], {
    PORT: String(await freePort()),
    ATTESTRY_DATA_DIR: join(root.path, 'stopped'),
    DATABASE_URL: `postgres://a:b@127.0.0.1:${port}/c`,
  })
  const [printed, said] = [text(child.stdout!), text(child.stderr!)]
  await once(server, 'connection')
  child.kill('SIGTERM')
  await ended(child)
  server.close()
  expect(child.exitCode).toBe(0)
  expect(await printed).toMatch(/^Connecting to PostgreSQL at \S+\.\nStopping: the start had not ended\.\n$/)
  expect(await said).toBe('')
})

test('a start that fails after a stop signal prints the reason, with exit code 0', async () => {
  const { hostname, port: of } = new URL(inject('clusterUrl'))
  const address = new URL(await createDatabase(inject('clusterUrl'), `failed_${process.pid}`))
  const asked: Promise<void>[] = []
  let clock: Socket | undefined
  const proxy = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', (hello) => {
      // The connection of the clock is never answered: a stop ends it.
      if (hello.includes('attestry-clock')) clock = socket
      if (socket === clock) return
      const database = connect(Number(of), hostname).on('error', () => socket.destroy())
      database.write(hello)
      database.pipe(socket)
      socket.on('data', (message) => {
        if (message[0] !== QUERY) return void database.write(message)
        asked.push(stopThenFail(socket))
      })
    })
  }).listen(0, '127.0.0.1')
  const stopThenFail = async (migrations: Socket): Promise<void> => {
    await expect.poll(() => clock).toBeDefined()
    const handled = once(clock!, 'close')
    child.kill('SIGTERM')
    await handled
    migrations.destroy()
  }
  await once(proxy, 'listening')
  address.port = `${(proxy.address() as { port: number }).port}`
  const child = start(['serve'], {
    PORT: String(await freePort()),
    ATTESTRY_DATA_DIR: join(root.path, 'failed'),
    DATABASE_URL: address.href,
  })
  const [printed, said] = [text(child.stdout!), text(child.stderr!)]
  await ended(child)
  proxy.close()
  await Promise.all(asked)
  expect([asked.length, child.exitCode]).toEqual([1, 0])
  expect(await printed).toMatch(/^Connecting to PostgreSQL at \S+\.\nStopping: the start had not ended\.\n$/)
  expect(await said).toBe(
    `attestry: PostgreSQL at ${address.host} does not answer: Connection terminated unexpectedly\n`,
  )
})

/** The first byte of a simple query of PostgreSQL's protocol. */
const QUERY = 0x51

test('serve waits for a database that answers late, and logs it', async () => {
  const {
    hostname,
    port: of,
    pathname,
    username,
    password,
  } = new URL(await createDatabase(inject('clusterUrl'), `late_${process.pid}`))
  let connections = 0
  const late = createServer((socket) => {
    socket.on('error', () => {})
    // The first connections of a start, for its migrations and for its clock, are never answered.
    if (++connections <= 2) return
    const database = connect(Number(of), hostname).on('error', () => socket.destroy())
    socket.pipe(database).pipe(socket)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => late.once('listening', resolve))
  const { port } = late.address() as { port: number }
  const DATABASE_URL = `postgres://${username}:${password}@127.0.0.1:${port}${pathname}`
  const { child, printed } = await serve({
    ...{ PORT: String(await freePort()), ATTESTRY_DATA_DIR: join(root.path, 'late'), DATABASE_URL },
  })
  expect(printed()).toContain('PostgreSQL does not answer; trying again')
  child.kill('SIGTERM')
  await ended(child)
  late.close()
  expect(child.exitCode).toBe(0)
})

test.runIf(process.platform === 'linux')(
  'serve exits with 1 and one line when the data directory cannot be made',
  async () => {
    const refused = await attestry(['serve'], {
      env: { PORT: String(await freePort()), ATTESTRY_DATA_DIR: '/proc/attestry' },
    })
    expect(refused).toMatchObject({ code: 1, stderr: 'attestry: /proc/attestry: cannot be created here\n' })
  },
)

test('serve leaves a directory with other files alone, and exits with 1 and one line', async () => {
  const theirs = join(root.path, 'theirs')
  await mkdir(theirs)
  await writeFile(join(theirs, 'letter.txt'), 'mine')
  for (const args of [['serve'], ['org', 'list']]) {
    const refused = await attestry(args, {
      env: { PORT: String(await freePort()), ATTESTRY_DATA_DIR: theirs },
    })
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('not a data directory of Attestry'),
    })
    oneLine(refused.stderr)
  }
  expect(await readdir(theirs)).toEqual(['letter.txt'])
})

test('an older Node.js prints the version that is needed instead of a syntax error', () => {
  const older =
    'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.20.2" } })'
  const entry = fileURLToPath(new URL('../../gateway/cli/attestry.mjs', import.meta.url))
  const refused = spawnSync(process.execPath, ['--import', `data:text/javascript,${older}`, entry, 'serve'])
  expect(refused.status).toBe(1)
  expect(String(refused.stderr)).toContain('needs Node.js 24.7 or later and this is 20.20.2')
  oneLine(String(refused.stderr))
})

/** The directory of the cluster: in the data directory, or where its `location` file says. */
function clusterHome(own: string): string {
  try {
    return readFileSync(join(own, 'location'), 'utf8').trim()
  } catch {
    return own
  }
}
