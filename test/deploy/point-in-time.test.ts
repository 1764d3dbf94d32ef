import { execFile } from 'node:child_process'
import { appendFile, chmod, chown, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runningPostgresUrl } from '../../services/local/postgres/running-postgres.ts'
import { attestry, temporaryDirectory } from '../harness/command.ts'
import { sql } from '../harness/database.ts'
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
  await mkdir(at('archive'))
  // PostgreSQL writes there as its own user.
  await chmod(at('archive'), 0o777)
})
afterAll(async () => {
  await running?.end('SIGKILL')
  await directory.remove()
})

test('a backup restored to the last archived write verifies, and one restored to an earlier point is detected', async () => {
  running = await serve(env)
  await database(`alter system set archive_mode = 'on'`)
  await database(
    `alter system set archive_command = 'test ! -f ${at('archive')}/%f && cp %p ${at('archive')}/%f'`,
  )
  await again()

  await incidents('before the backup')
  await baseBackup()
  await incidents('after the backup')
  await database(`select pg_create_restore_point('wanted')`)
  await incidents('after the restore point')
  await archived()

  await restored('')
  expect(await titles()).toEqual(['after the backup', 'after the restore point', 'before the backup'])
  const newest = await verified()
  expect(newest.json).toMatchObject({ ok: true, problems: [] })
  expect(newest.code).toBe(0)

  await restored(`recovery_target_name = 'wanted'\n`)
  expect(await titles()).toEqual(['after the backup', 'before the backup'])
  const older = await verified()
  expect(older.code).toBe(1)
  expect(older.json.problems.map(({ code }: { code: string }) => code)).toContain('checkpoint_beyond')
})

/** Base backup by hand (PostgreSQL, "Making a Base Backup Using the Low Level API"), of everything beside it too. */
async function baseBackup(): Promise<void> {
  const session = new pg.Client({ connectionString: await url() })
  await session.connect()
  try {
    await session.query(`select pg_backup_start('backup', true)`)
    const copying = promisify(execFile)('cp', ['-a', at('data'), at('backup')])
    await incidents('before the backup')
    await copying
    const { rows } = await session.query<{ labelfile: string }>('select labelfile from pg_backup_stop()')
    await ownedAsThere(join(at('backup'), CLUSTER, 'backup_label'), rows[0]!.labelfile)
  } finally {
    await session.end()
  }
  const cluster = join(at('backup'), CLUSTER)
  await rm(join(cluster, 'postmaster.pid'), { force: true })
  const log = join(cluster, 'pg_wal')
  for (const name of await readdir(log)) {
    if ((await stat(join(log, name))).isFile()) await rm(join(log, name))
  }
}

/** Restores the backup in place of the lost cluster, and replays the archived log. @param target where to stop; empty: the end */
async function restored(target: string): Promise<void> {
  await running?.end('SIGTERM')
  await rm(at('data'), { recursive: true })
  await promisify(execFile)('cp', ['-a', at('backup'), at('data')])
  const cluster = join(at('data'), CLUSTER)
  // A slow archive: what starts while the log is still replayed would be refused its writes.
  const settings = `archive_mode = 'off'
    restore_command = 'sleep 1; cp ${at('archive')}/%f %p'
    recovery_target_timeline = 'current'
    recovery_target_action = 'promote'
    ${target}`
  await appendFile(join(cluster, 'postgresql.auto.conf'), settings)
  await ownedAsThere(join(cluster, 'recovery.signal'), '')
  running = await serve(env)
}

/** Writes a file with the owner of the directory. */
async function ownedAsThere(path: string, text: string): Promise<void> {
  await writeFile(path, text, { mode: 0o600 })
  const { uid, gid } = await stat(join(path, '..'))
  await chown(path, uid, gid)
}

async function again(): Promise<void> {
  expect(await running!.end('SIGTERM')).toBe(0)
  running = await serve(env)
}

/** Writes, and waits until a checkpoint kept outside covers it. */
async function incidents(title: string): Promise<void> {
  const { api_key: key, organization } = await bootstrap()
  for (let i = 0; i < 3; i++) {
    const body = { title, severity: 'low' }
    expect((await call(running!.baseUrl, '/api/v1/incidents', { key, body })).status).toBe(201)
  }
  const text = 'select count(*)::int as n from ledger.entries where org_id = $1'
  const [{ n }] = (await database<{ n: number }>(text, [organization.id])) as [{ n: number }]
  const kept = () => keptSize(at('kept-elsewhere'), organization.id)
  await expect.poll(kept).toBeGreaterThanOrEqual(n)
}

/** Everything written so far is in the archive. */
async function archived(): Promise<void> {
  const [{ name }] = (await database<{ name: string }>(
    'select pg_walfile_name(pg_switch_wal()) as name',
  )) as [{ name: string }]
  await expect.poll(() => readdir(at('archive'))).toContain(name)
}

async function titles(): Promise<string[]> {
  const text = `select distinct record::jsonb ->> 'title' as title from ledger.incidents order by 1`
  return (await database<{ title: string }>(text)).map(({ title }) => title)
}

async function verified() {
  const { organization } = await bootstrap()
  return attestry(['audit', 'verify', '--org', organization.id, '--json'], { env })
}

async function bootstrap(): Promise<{ api_key: string; organization: { id: string } }> {
  return JSON.parse(await readFile(at('data/bootstrap.json'), 'utf8'))
}

async function database<R extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<R[]> {
  return sql<R>(await url(), text, values)
}

async function url(): Promise<string> {
  return (await runningPostgresUrl(at('data')))!
}

const CLUSTER = 'postgres/data'
