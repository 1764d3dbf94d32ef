import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attestry, temporaryDirectory } from '../harness/command.ts'
import { call } from '../harness/rest.ts'
import { type Served, serve } from '../process/support/serve.ts'
import { keptSize } from './support/kept.ts'

let directory: Awaited<ReturnType<typeof temporaryDirectory>>
let env: NodeJS.ProcessEnv
let running: Served | undefined
const at = (name: string): string => join(directory.path, name)
beforeAll(async () => {
  directory = await temporaryDirectory()
  env = {
    ATTESTRY_DATA_DIR: at('data'),
    ATTESTRY_CHECKPOINT_DIR: at('kept-elsewhere'),
    ATTESTRY_CHECKPOINT_SECONDS: '1',
  }
})
afterAll(async () => {
  await running?.end('SIGTERM')
  await directory.remove()
})

test('a restored cold copy verifies against checkpoints kept elsewhere, and an older copy is detected', async () => {
  await worked('first')
  await copy('data', 'monday')
  await worked('second')
  await copy('data', 'tuesday')

  await restored('tuesday')
  const newest = await verified()
  expect(newest.json).toMatchObject({ ok: true, problems: [] })
  expect(newest.code).toBe(0)
  expect(newest.json.size).toBeGreaterThan(0)

  await restored('monday')
  const older = await verified()
  expect(older.code).toBe(1)
  expect(older.json.ok).toBe(false)
  expect(older.json.problems.map(({ code }: { code: string }) => code)).toContain('checkpoint_beyond')
})

/** Starts, writes, and stops once a checkpoint covers what was written. */
async function worked(title: string): Promise<void> {
  const started = await serve(env)
  running = started
  const { api_key: key, organization } = await bootstrap()
  const kept = () => keptSize(at('kept-elsewhere'), organization.id)
  const before = await kept()
  for (let i = 0; i < 3; i++) {
    const body = { title, severity: 'low' }
    expect((await call(started.baseUrl, '/api/v1/incidents', { key, body })).status).toBe(201)
  }
  await expect.poll(kept).toBeGreaterThanOrEqual(before + 3)
  expect(await started.end('SIGTERM')).toBe(0)
}

async function restored(backup: string): Promise<void> {
  await running?.end('SIGTERM')
  await rm(at('data'), { recursive: true })
  await copy(backup, 'data')
  running = await serve(env)
}

async function verified() {
  const { organization } = await bootstrap()
  return attestry(['audit', 'verify', '--org', organization.id, '--json'], { env })
}

async function bootstrap(): Promise<{ api_key: string; organization: { id: string } }> {
  return JSON.parse(await readFile(at('data/bootstrap.json'), 'utf8'))
}

/** As an operator does: owners and modes are part of a data directory. */
async function copy(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', at(from), at(to)])
}
