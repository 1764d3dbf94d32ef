import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { serverAccount } from '../../../services/local/postgres/account.ts'
import { freePort } from '../../harness/ports.ts'

/** A PostgreSQL of the system packages, of any version, with its own tools. */
export type OtherPostgres = {
  /** Returns the URL of a database for the superuser. */
  url(database: string): string
  /** Runs one of its programs on the cluster, such as `pg_dump`. @throws Error with the output of a program that fails */
  run(program: string, ...args: string[]): Promise<void>
  stop(): Promise<void>
}

/** Returns the oldest installed version of Debian's packages, such as `15`; undefined where there is none. */
export function oldestVersion(): string | undefined {
  try {
    return readdirSync(PACKAGED).sort((a, b) => Number(a) - Number(b))[0]
  } catch {
    return undefined
  }
}

/** Starts an empty temporary cluster below a directory that the account of PostgreSQL may pass through. */
export async function startOther(version: string, directory: string): Promise<OtherPostgres> {
  const bin = (program: string): string => join(PACKAGED, version, 'bin', program)
  const data = join(directory, 'cluster')
  const { uid, gid } = await serverAccount(data, () => {})
  const as = process.getuid?.() === 0 ? { uid, gid } : {}
  const home = join(directory, 'home')
  await mkdir(home)
  await chmod(home, 0o777)
  const env = {
    PATH: process.env.PATH,
    LC_ALL: 'C',
    PGUSER: 'postgres',
    PGHOST: '127.0.0.1',
    PGPORT: String(await freePort()),
  }
  const run = async (program: string, ...args: string[]): Promise<void> => {
    await promisify(execFile)(bin(program), args, { ...as, env, cwd: home })
  }
  await mkdir(data)
  if (as.uid !== undefined) await promisify(execFile)('chown', [`${uid}:${gid}`, data])
  await run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync')
  const server: ChildProcess = spawn(bin('postgres'), ['-D', data, '-p', env.PGPORT, '-k', '', '-F'], {
    ...as,
    env,
    cwd: home,
    stdio: 'ignore',
  })
  const ended = once(server, 'exit')
  for (let tries = 0; ; tries++) {
    const ready = await run('pg_isready', '-q').then(
      () => true,
      () => false,
    )
    if (ready) break
    if (server.exitCode !== null || tries > 300) throw new Error('the other PostgreSQL did not start')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return {
    url: (database) => `postgres://postgres@127.0.0.1:${env.PGPORT}/${database}`,
    run,
    stop: async () => {
      server.kill('SIGINT')
      await ended
    },
  }
}

const PACKAGED = '/usr/lib/postgresql'
