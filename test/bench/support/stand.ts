import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { DescService } from '@bufbuild/protobuf'
import { type Client, createClient } from '@connectrpc/connect'
import { sessionCaller } from '../../../gateway/cli/calls/session-caller.ts'
import { type Composition, compose } from '../../../gateway/cli/process/compose.ts'
import { kmsEnvironment } from '../../../gateway/cli/process/local-kms.ts'
import { migrateDatabase } from '../../../gateway/cli/process/migrations.ts'
import { systemClock } from '../../../services/kernel/clock.ts'
import { mintSecret } from '../../../services/kernel/crypto/secrets.ts'
import { SERVICE_NAMES, type ServiceName, serviceOf } from '../../../services/kernel/identity/access.ts'
import { silentLog } from '../../../services/kernel/logging/log.ts'
import { startLocalKms } from '../../../services/local/kms/local-kms.ts'
import { startLocalPostgres } from '../../../services/local/postgres/local-postgres.ts'
import { createDatabase, sql } from '../../harness/database.ts'
import { makeOrganization } from '../../harness/organization.ts'
import { freePort } from '../../harness/ports.ts'
import { BARE_ID } from './bare-id.ts'

/** The environment of every measurement: a durable PostgreSQL, and Attestry and the reference as processes of their own. */
export type Stand = {
  databaseUrl: string
  bareUrl: string
  /** The secret with which the reference's webhook is signed. */
  bareSecret: string
  baseUrl: string
  /** Process ids: of the process with all roles, of the main process of PostgreSQL, and of the reference. */
  pid: number
  postgresPid: number
  barePid: number
  /** A key of the organization. No quota slows it down. */
  key: string
  organizationId: string
  /** Calls a service as the administrator of the organization, without the gateway. */
  asAdmin: AsAdmin
  /** Makes another organization with a key of its own, and a session of its administrator. */
  another(): Promise<{ id: string; key: string; admin: { session: string } }>
  /** Starts the services and a gateway as processes of their own. */
  serveApart(): Promise<{ baseUrl: string; pids: { [role: string]: number }; stop(): Promise<void> }>
  /** Starts a further process of ours with other environment variables. Returns its base URL and process id. */
  serve(
    env: NodeJS.ProcessEnv,
    roles?: string[],
  ): Promise<{ baseUrl: string; pid: number; stop(): Promise<void> }>
  close(): Promise<void>
}

export async function openStand(): Promise<Stand> {
  const directory = await mkdtemp(join(tmpdir(), 'attestry-bench-'))
  await chmod(directory, 0o711)
  const postgres = await startLocalPostgres({ dataDir: directory, log: () => {} })
  const kms = await startLocalKms({ dataDir: directory })
  const databaseUrl = await createDatabase(postgres.url, 'ours')
  const bareDatabase = await createDatabase(postgres.url, 'bare')
  await migrateDatabase(databaseUrl)
  await sql(bareDatabase, BARE_TABLES)
  const env = {
    DATABASE_URL: databaseUrl,
    ATTESTRY_CLIENT_TOKEN: mintSecret('atc').secret,
    ATTESTRY_DATA_DIR: directory,
    ...kmsEnvironment(kms),
  }
  const withServices = async <T>(work: (composed: Composition) => Promise<T>): Promise<T> => {
    const composed = await compose(SERVICE_NAMES, env, { clock: systemClock, log: silentLog })
    return work(composed).finally(() => composed.destroy())
  }
  const another = () => withServices((composed) => makeOrganization(composed, systemClock, {}))
  const organization = await another()
  const asAdmin: Stand['asAdmin'] = (service, method, input) =>
    withServices(({ transports }) => {
      const client = createClient(service, transports[serviceOf(service.methods[0]!) as ServiceName])
      const options = sessionCaller(method, organization.admin.session, systemClock)
      return (client[method] as (...args: unknown[]) => Promise<never>)(input, options)
    }) as never

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
    return { baseUrl, pid: child.pid!, stop: () => end(child) }
  }
  const serveApart: Stand['serveApart'] = async () => {
    const urls: NodeJS.ProcessEnv = {}
    const started: ChildProcess[] = []
    const pids: { [role: string]: number } = {}
    for (const name of SERVICE_NAMES) {
      const listen = `127.0.0.1:${await freePort()}`
      const child = run(['gateway/cli/attestry.mjs', 'serve', name], {
        ...env,
        ...urls,
        [`ATTESTRY_${name.toUpperCase()}_LISTEN`]: listen,
      })
      started.push(child)
      pids[name] = child.pid!
      children.push(child)
      await until(() => listening(listen), child)
      urls[`ATTESTRY_${name.toUpperCase()}_URL`] = `http://${listen}`
    }
    const gateway = await serve(urls, ['gateway'])
    const stop = async () => {
      await gateway.stop()
      for (const child of started.reverse()) await end(child)
    }
    return { baseUrl: gateway.baseUrl, pids: { ...pids, gateway: gateway.pid }, stop }
  }
  const bareSecret = mintSecret('whsec').secret
  const bare = run(['test/bench/support/bare.ts', bareDatabase, bareSecret], {})
  children.push(bare)
  const { port } = JSON.parse(await firstLine(bare))
  const { baseUrl, pid } = await serve({})
  const postmaster = await readFile(join(directory, 'postgres', 'data', 'postmaster.pid'), 'utf8')
  return {
    databaseUrl,
    bareUrl: `http://127.0.0.1:${port}`,
    bareSecret,
    baseUrl,
    pid,
    postgresPid: Number.parseInt(postmaster, 10),
    barePid: bare.pid!,
    key: organization.key,
    organizationId: organization.id,
    asAdmin,
    another,
    serve,
    serveApart,
    close: async () => {
      for (const child of children) await end(child)
      await kms.stop()
      await postgres.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

function run(argv: string[], env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, argv, {
    cwd: join(import.meta.dirname, '../../..'),
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

async function listening(address: string): Promise<boolean> {
  const [host, port] = address.split(':')
  return new Promise((resolve) => {
    const socket = connect(Number(port), host)
    socket
      .once('connect', () => resolve(true))
      .once('error', () => resolve(false))
      .once('close', () => socket.destroy())
    socket.once('connect', () => socket.end())
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** Calls a unary RPC by its service and method, with its request. */
type AsAdmin = <S extends DescService, M extends keyof Client<S> & string>(
  service: S,
  method: M,
  input: Parameters<Extract<Client<S>[M], (...args: never[]) => unknown>>[0],
) => ReturnType<Extract<Client<S>[M], (...args: never[]) => unknown>>

/** The tables of the reference: our columns, without what ours have beside a primary key. */
const BARE_TABLES = `
  create schema bare;
  create table bare.incidents (
    org_id uuid not null, id uuid not null, version integer not null, entry_id uuid not null,
    position integer not null, record text not null, primary key (org_id, id, version));
  create table bare.events (
    org_id uuid not null, id uuid not null, version integer not null, entry_id uuid not null,
    position integer not null, record text not null, run_id uuid not null, seq bigint not null,
    primary key (org_id, run_id, seq));
  create table bare.suites (org_id uuid, system_id uuid, suite jsonb, primary key (org_id, system_id));
  create table bare.certifications (org_id uuid, system_id uuid, certification jsonb, primary key (org_id, system_id));
  create table bare.decisions (like bare.incidents including all);
  insert into bare.suites values ('${BARE_ID}', '${BARE_ID}', '{"version": 1}');
  insert into bare.certifications values ('${BARE_ID}', '${BARE_ID}', '{"version": 1}')`
