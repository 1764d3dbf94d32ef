import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serverAccount } from '../../services/local/postgres/account.ts'
import { serverBinaries } from '../../services/local/postgres/binaries.ts'
import { type Server, startServer } from '../../services/local/postgres/server.ts'
import { attestry, temporaryDirectory } from '../harness/command.ts'
import { freePort } from '../harness/ports.ts'
import { call } from '../harness/rest.ts'
import { type Served, serve } from '../process/support/serve.ts'
import { keptSize } from './support/kept.ts'

let directory: Awaited<ReturnType<typeof temporaryDirectory>>
let env: NodeJS.ProcessEnv
let running: Served | undefined
let postgres: Server | undefined
const at = (name: string): string => join(directory.path, name)
beforeAll(async () => {
  directory = await temporaryDirectory()
  env = { ATTESTRY_DATA_DIR: at('data'), ATTESTRY_CHECKPOINT_SECONDS: '1' }
})
afterAll(async () => {
  await running?.end('SIGTERM')
  await postgres?.stop()
  await directory.remove()
})

test('what began on the embedded PostgreSQL goes on, with its keys, on a server that has its cluster (docs/operations.md)', async () => {
  running = await serve(env)
  const { api_key: key, organization } = JSON.parse(await readFile(at('data/bootstrap.json'), 'utf8'))
  const report = async (title: string) =>
    (await call(running!.baseUrl, '/api/v1/incidents', { key, body: { title, severity: 'low' } })).status
  expect(await report('before the move')).toBe(201)
  await expect.poll(kept).toBeGreaterThan(0)
  expect(await running.end('SIGTERM')).toBe(0)
  const before = await kept()

  env.DATABASE_URL = await ownServer()
  expect(await attestry(['migrate'], { env })).toMatchObject({ code: 0 })
  running = await serve(env)
  expect(await report('after the move')).toBe(201)
  // The same key signs the checkpoint.
  await expect.poll(kept).toBeGreaterThan(before)
  const given = ['--checkpoints', at('data/checkpoints/checkpoints.jsonl')]
  const { code, json } = await attestry(['audit', 'verify', '--org', organization.id, ...given, '--json'], {
    env,
  })
  expect(json).toMatchObject({ ok: true, problems: [] })
  expect({ code, compared: Number(json.given_checkpoints) > 1 }).toEqual({ code: 0, compared: true })

  async function kept(): Promise<number> {
    return keptSize(at('data/checkpoints'), organization.id)
  }
})

/** Starts PostgreSQL on a copy of the cluster. Returns the address for the user and the password that the cluster has. */
async function ownServer(): Promise<string> {
  await promisify(execFile)('cp', ['-a', at('data/postgres/data'), at('cluster')])
  const password = (await readFile(at('data/postgres/password'), 'utf8')).trim()
  const account = await serverAccount(at('cluster'), () => {})
  const { postgres: program } = await serverBinaries(at('.'), account, () => {})
  const port = await freePort()
  postgres = await startServer({
    ...{ postgres: program, data: at('cluster'), account, logFile: at('postgresql.log'), waiting: () => {} },
    args: ['-p', String(port), '-k', '', '-c', 'listen_addresses=127.0.0.1', '-c', 'max_connections=200'],
  })
  return `postgres://attestry:${password}@127.0.0.1:${port}/postgres`
}
