import { randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startLocalPostgres } from '../../services/local/postgres/local-postgres.ts'
import { sql } from '../harness/database.ts'
import { call } from '../harness/rest.ts'
import { expectOnce, expectWhole } from './support/integrity.ts'
import { type Served, serve, spawnServe } from './support/serve.ts'
import { type Acknowledged, write } from './support/writers.ts'

let base: string
let running: Served | undefined
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'attestry-embedded-'))
  await chmod(base, 0o711)
})
afterEach(async () => {
  await running?.end('SIGTERM')
})
afterAll(() => rm(base, { recursive: true, force: true }))

type Bootstrap = { api_key: string; organization: { id: string } }
const bootstrapOf = async (dataDir: string): Promise<Bootstrap> =>
  JSON.parse(await readFile(join(dataDir, 'bootstrap.json'), 'utf8'))

/** The stopped installation has each acknowledged write once, and its log is whole. */
async function expectKept(dataDir: string, sent: string[], acknowledged: Acknowledged[]): Promise<void> {
  const postgres = await startLocalPostgres({ dataDir, log: () => {} })
  try {
    await expectOnce(postgres.url, sent, acknowledged)
    await expectWhole(postgres.url)
  } finally {
    await postgres.stop()
  }
}

test('after SIGKILL with its own PostgreSQL, the process starts again with each acknowledged write once', async () => {
  const dataDir = join(base, 'killed')
  const env = { ATTESTRY_DATA_DIR: dataDir }
  running = await serve(env)
  const { api_key: key } = await bootstrapOf(dataDir)
  const writers = write(running.baseUrl, key, 'embedded')
  await writers.until(20)
  await sleep(randomInt(0, 200))
  await running.end('SIGKILL')
  const { sent, acknowledged } = await writers.gone()

  running = await serve(env)
  expect((await bootstrapOf(dataDir)).api_key, 'the second start keeps the key').toBe(key)
  const body = { title: 'after the crash', severity: 'low' }
  expect((await call(running.baseUrl, '/api/v1/incidents', { key, body })).status).toBe(201)
  expect(await running.end('SIGTERM')).toBe(0)

  await expectKept(dataDir, sent, acknowledged)
})

test('SIGHUP from a closed terminal stops the process and its PostgreSQL, as SIGTERM does', async () => {
  const dataDir = join(base, 'hung-up')
  running = await serve({ ATTESTRY_DATA_DIR: dataDir })
  expect(await running.end('SIGHUP')).toBe(0)
  expect(existsSync(join(dataDir, 'postgres', 'data', 'postmaster.pid'))).toBe(false)
})

test('a killed embedded PostgreSQL is started again, with each acknowledged write once', async () => {
  const dataDir = join(base, 'database-killed')
  running = await serve({ ATTESTRY_DATA_DIR: dataDir })
  const { api_key: key } = await bootstrapOf(dataDir)
  const writers = write(running.baseUrl, key, 'database')
  await writers.until(20)
  const pidFile = await readFile(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8')
  process.kill(Number(pidFile.split('\n')[0]), 'SIGKILL')
  await expect.poll(running.output).toContain('starting it again')
  await writers.until(writers.written.acknowledged.length + 20)
  const { sent, acknowledged, refused } = await writers.stop()
  expect(refused.filter((status) => status !== 500)).toEqual([])
  expect(await running.end('SIGTERM')).toBe(0)

  await expectKept(dataDir, sent, acknowledged)
})

test('a first start killed at any moment is completed by the next start', async () => {
  const dataDir = join(base, 'first')
  const env = { ATTESTRY_DATA_DIR: dataDir }
  for (const upTo of [1500, 3000, 5000]) {
    const started = await spawnServe(env)
    await Promise.race([sleep(randomInt(200, upTo)), started.ready])
    await started.end('SIGKILL')
  }
  await expectUsable(env, dataDir)
})

test('a first start killed after its key was kept creates no second organization once bootstrap.json is removed', async () => {
  const dataDir = join(base, 'kept')
  const env = { ATTESTRY_DATA_DIR: dataDir }
  await (await serve(env)).end('SIGTERM')
  const path = join(dataDir, 'bootstrap.json')
  await writeFile(`${path}.started`, 'the first start is under way\n', { mode: 0o600 })
  await expectUsable(env, dataDir)
  await rm(path)
  running = await serve(env)
  await running.end('SIGTERM')
  await expect(bootstrapOf(dataDir)).rejects.toThrow('ENOENT')
})

test('a first start killed between creating its organization and keeping its key is completed by the next', async () => {
  const dataDir = join(base, 'halfway')
  const env = { ATTESTRY_DATA_DIR: dataDir }
  await (await serve(env)).end('SIGTERM')
  const first = await bootstrapOf(dataDir)
  for (let again = 0; again < 2; again++) {
    await rm(join(dataDir, 'bootstrap.json'))
    await writeFile(join(dataDir, 'bootstrap.json.started'), 'the first start is under way\n', {
      mode: 0o600,
    })
    await expectUsable(env, dataDir)
    expect((await bootstrapOf(dataDir)).organization.id).not.toBe(first.organization.id)
  }
  const postgres = await startLocalPostgres({ dataDir, log: () => {} })
  try {
    const [row] = await sql<{ n: string }>(postgres.url, 'select count(*) as n from ledger.organizations')
    expect(row!.n).toBe('3')
    await expectWhole(postgres.url)
  } finally {
    await postgres.stop()
  }
})

async function expectUsable(env: NodeJS.ProcessEnv, dataDir: string): Promise<void> {
  running = await serve(env)
  const { api_key: key } = await bootstrapOf(dataDir)
  const body = { title: 'usable', severity: 'low' }
  expect((await call(running.baseUrl, '/api/v1/incidents', { key, body })).status).toBe(201)
  expect(await running.end('SIGTERM')).toBe(0)
}
