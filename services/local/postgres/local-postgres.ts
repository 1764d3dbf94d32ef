import { randomBytes } from 'node:crypto'
import { chmod, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRoot, keepPrivate, makeDirectory, openDataDirectory } from '../data-directory.ts'
import { explain } from '../errors.ts'
import { onKeptPort } from '../kept-port.ts'
import { takeLock } from '../lock.ts'
import { serverAccount } from './account.ts'
import { serverBinaries } from './binaries.ts'
import { openCluster, SUPERUSER } from './cluster.ts'
import { clusterHome } from './home.ts'
import { stopOrphan } from './orphan.ts'
import { type Server, StartFailure, startServer } from './server.ts'
import { CLIENT_AUTHENTICATION, type Durability, serverSettings } from './settings.ts'

/**
 * Runs PostgreSQL 18 for a data directory, on loopback, with a password kept in the data directory (mode 0600). Later starts keep
 * what the first start made. Remains of a killed start are cleaned up first.
 *
 * @param options.durability `'none'` for a throw-away cluster: no fsync
 * @throws LocalError with one line for the person at the terminal
 */
export async function startLocalPostgres(options: LocalPostgresOptions): Promise<LocalPostgres> {
  const { log, durability = 'full', starting = () => {}, checking = () => {}, waiting = () => {} } = options
  const dataDir = await openDataDirectory(options.dataDir)
  const own = join(dataDir, 'postgres')
  await makeDirectory(own, isRoot() ? 0o711 : 0o700)
  const lock = takeLock(
    join(own, 'lock'),
    `another running instance of Attestry uses the data directory ${dataDir}`,
  )
  starting()
  try {
    const account = await serverAccount(join(own, 'data'), log)
    const home = await clusterHome(own, account, durability)
    if (home !== own && durability === 'full')
      log(`The database is in ${home}: back it up together with ${dataDir}.`)
    const binaries = await serverBinaries(home, account, checking)
    const password = await keepPrivate(join(own, 'password'), () => randomBytes(32).toString('base64url'))
    const data = await openCluster(home, { account, binaries, password, durability, waiting })
    await stopOrphan(data, account, log)
    const start = async (port: number) =>
      startServer({
        postgres: binaries.postgres,
        data,
        args: await writeSettings(home, port, durability),
        account,
        logFile: join(own, 'postgresql.log'),
        waiting,
      })
    const { started: server, port } = await onKeptPort(join(own, 'port'), (port) => startOn(port, start))
    const url = `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`
    let stopping: Promise<void> | undefined
    const stop = async () => {
      await server.stop()
      if (durability === 'none' && home !== own) await rm(home, { recursive: true, force: true })
      lock.release()
    }
    return {
      url,
      pid: server.pid,
      exited: server.exited,
      stop: () => {
        stopping ??= stop()
        return stopping
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/**
 * Starts the server on a port. Returns undefined when the port is taken. Tries again while backends of a killed postmaster are
 * still ending.
 */
async function startOn(port: number, start: (port: number) => Promise<Server>): Promise<Server | undefined> {
  if (await isTaken(port)) return undefined
  for (let attempt = 1; ; attempt++) {
    try {
      return await start(port)
    } catch (error) {
      if (!(error instanceof StartFailure) || error.again === null || attempt >= ATTEMPTS) throw error
      if (error.again === 'another_port') return undefined
      await sleep(250)
    }
  }
}

function isTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.on('error', () => resolve(true))
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => resolve(false)))
  })
}

/** Writes the server's configuration next to the cluster directory, where the server's account can read but not change it. */
async function writeSettings(home: string, port: number, durability: Durability): Promise<string[]> {
  const files = {
    config_file: { name: 'postgresql.conf', text: serverSettings({ port, durability }) },
    hba_file: { name: 'pg_hba.conf', text: CLIENT_AUTHENTICATION },
  }
  const args: string[] = []
  for (const [setting, { name, text }] of Object.entries(files)) {
    const path = join(home, name)
    try {
      await writeFile(path, text)
      await chmod(path, isRoot() ? 0o644 : 0o600)
    } catch (error) {
      throw explain(error, path)
    }
    args.push('-c', `${setting}=${path}`)
  }
  return args
}

const ATTEMPTS = 40

export type LocalPostgresOptions = {
  dataDir: string
  /** Receives one line for each thing that takes time or was repaired. */
  log: (line: string) => void
  durability?: Durability
  /** Called once this process holds the data directory. */
  starting?: () => void
  /** Called once or more while this process waits for the trial run of PostgreSQL's programs, some 20 ms. */
  checking?: () => void
  /** Called once or more while this process waits for PostgreSQL to start. */
  waiting?: () => void
}

export type LocalPostgres = {
  /** Superuser, database `postgres`. Holds the password: never print it. */
  url: string
  pid: number
  /** Resolves when the server has ended, asked for or not, with a few words on how. */
  exited: Promise<string>
  /** Fast shutdown; resolves when no process is left. May be called more than once. */
  stop(): Promise<void>
}
