import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { outcome } from '../evidence/support/export.ts'
import { attestry, temporaryDirectory } from '../harness/command.ts'
import { sql } from '../harness/database.ts'
import { call } from '../harness/rest.ts'
import { type Served, serve } from '../process/support/serve.ts'
import { keptSize } from './support/kept.ts'
import { type OtherPostgres, oldestVersion, startOther } from './support/other-postgres.ts'

const version = oldestVersion()
const title = `PostgreSQL ${version ?? 'of the system (not run: there is none)'}`

let directory: Awaited<ReturnType<typeof temporaryDirectory>>
let postgres: OtherPostgres
let env: NodeJS.ProcessEnv
let running: Served | undefined
const at = (name: string): string => join(directory.path, name)
beforeAll(async () => {
  if (version === undefined) return
  directory = await temporaryDirectory()
  postgres = await startOther(version, directory.path)
  await sql(postgres.url('postgres'), 'create role owner login createrole')
  await postgres.run('createdb', '-O', 'owner', 'attestry')
  await mkdir(at('dumps'))
  await chmod(at('dumps'), 0o777)
  env = {
    ...inject('kms'),
    DATABASE_URL: postgres.url('attestry').replace('postgres@', 'owner@'),
    ATTESTRY_DATA_DIR: at('data'),
    ATTESTRY_CHECKPOINT_DIR: at('kept-elsewhere'),
    ATTESTRY_CHECKPOINT_SECONDS: '1',
  }
})
afterAll(async () => {
  await running?.end('SIGTERM')
  await postgres?.stop()
  await directory?.remove()
})

const incident = (title: string) => ({ title, severity: 'low' })

test.skipIf(version === undefined)(
  `${title}: its owner sets it up, it works, and a restored pg_dump verifies`,
  async () => {
    await attestry(['migrate'], { env })
    const first = await started()
    const org = await command('org', 'create', '--name', 'Bank', '--addons', 'control')
    const own = ['--org', org.id]
    const { key } = await command('key', 'create', ...own, '--name', 'k', '--permissions', 'incidents:write')
    const report = async ({ baseUrl }: Served) =>
      (await call(baseUrl, '/api/v1/incidents', { key, body: incident('Kept') })).status
    expect([await report(first), await report(first), await report(first)]).toEqual([201, 201, 201])
    await command('evidence', 'export', ...own, '--output', at('package.zip'))
    expect(await outcome(at('package.zip'))).toBe('verified')
    await expect.poll(() => keptSize(at('kept-elsewhere'), org.id)).toBeGreaterThanOrEqual(5)
    expect(await first.end('SIGTERM')).toBe(0)

    await postgres.run('pg_dump', '-Fc', '-f', at('dumps/attestry.dump'), 'attestry')
    await postgres.run('dropdb', 'attestry')
    await postgres.run('createdb', '-O', 'owner', 'attestry')
    await postgres.run('pg_restore', '--exit-on-error', '-d', 'attestry', at('dumps/attestry.dump'))

    const restored = await started()
    for (const whose of [own, ['--operator']]) {
      const checkpoints = ['--checkpoints', at('kept-elsewhere/checkpoints.jsonl')]
      const verified = await command('audit', 'verify', ...whose, ...checkpoints)
      expect(verified).toMatchObject({ ok: true, problems: [] })
      expect(Number(verified.outside_checkpoints)).toBeGreaterThan(0)
    }
    expect(await report(restored)).toBe(201)
  },
)

async function started(): Promise<Served> {
  running = await serve(env)
  env = { ...env, ATTESTRY_BASE_URL: running.baseUrl, PORT: new URL(running.baseUrl).port }
  return running
}

async function command(...args: string[]) {
  const { code, json, stderr } = await attestry([...args, '--json'], { env })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return json
}
