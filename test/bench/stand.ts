import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { compose } from '../../gateway/cli/compose.ts'
import { migrateDatabase } from '../../gateway/cli/migrations.ts'
import { systemClock } from '../../services/kernel/clock.ts'
import { silentLog } from '../../services/kernel/log.ts'
import { mintSecret } from '../../services/kernel/secrets.ts'
import { startLocalPostgres } from '../../services/local/postgres.ts'
import { createDatabase } from '../harness/database.ts'
import { makeOrganization } from '../harness/organization.ts'

/** What every measurement stands on: a durable PostgreSQL, Attestry and the reference as processes of their own. */
export type Stand = {
  databaseUrl: string
  bareUrl: string
  baseUrl: string
  /** Of an organization with a key that no quota slows. */
  key: string
  organizationId: string
  /** Starts a further process of ours with other environment variables; its base URL. */
  serve(env: NodeJS.ProcessEnv, roles?: string[]): Promise<{ baseUrl: string; stop(): Promise<void> }>
  close(): Promise<void>
}

export async function openStand(): Promise<Stand> {
  const directory = await mkdtemp(join(tmpdir(), 'attestry-bench-'))
  await chmod(directory, 0o711)
  const postgres = await startLocalPostgres({ dataDir: directory, log: () => {} })
  const databaseUrl = await createDatabase(postgres.url, 'ours')
  const bareDatabase = await createDatabase(postgres.url, 'bare')
  await migrateDatabase(databaseUrl)
  const { sql } = await import('../harness/database.ts')
  await sql(bareDatabase, BARE_TABLES)
  const env = {
    DATABASE_URL: databaseUrl,
    ATTESTRY_CLIENT_TOKEN: mintSecret('atc').secret,
    ATTESTRY_DATA_DIR: directory,
  }
  const composed = await compose(['ledger'], env, { clock: systemClock, log: silentLog })
  const organization = await makeOrganization(composed, systemClock, {})
  await composed.destroy()

  const children: ChildProcess[] = []
  const serve: Stand['serve'] = async (more, roles = []) => {
    const port = await freePort()
    const child = run(['gateway/cli/attestry.mjs', 'serve', ...roles], {
      ...env,
      PORT: String(port),
      ...more,
    })
    children.push(child)
    const baseUrl = `http://127.0.0.1:${port}`
    await until(async () => (await fetch(`${baseUrl}/readyz`)).ok, child)
    return { baseUrl, stop: () => end(child) }
  }
  const bare = run(['test/bench/bare.ts', bareDatabase], {})
  children.push(bare)
  const { port } = JSON.parse(await firstLine(bare))
  const { baseUrl } = await serve({})
  return {
    databaseUrl,
    bareUrl: `http://127.0.0.1:${port}`,
    baseUrl,
    key: organization.key,
    organizationId: organization.id,
    serve,
    close: async () => {
      for (const child of children) await end(child)
      await postgres.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

function run(argv: string[], env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, argv, {
    cwd: join(import.meta.dirname, '../..'),
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

async function firstLine(child: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: child.stdout! })) return line
  throw new Error('the process ended before it was ready')
}

async function until(ready: () => Promise<boolean>, child: ChildProcess): Promise<void> {
  child.stdout?.resume()
  for (let i = 0; i < 600; i++) {
    if (child.exitCode !== null) throw new Error(`the process ended with ${child.exitCode}`)
    if (await ready().catch(() => false)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('the process did not become ready')
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

async function freePort(): Promise<number> {
  const { createServer } = await import('node:net')
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** The reference's tables: our columns, without what governs them. */
const BARE_TABLES = `
  create schema bare;
  create table bare.incidents (
    org_id uuid not null, id uuid not null, version integer not null, entry_id uuid not null,
    position integer not null, record text not null, primary key (org_id, id, version))`
