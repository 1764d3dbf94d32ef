import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readIfThere } from '../data-directory.ts'
import { explain, LocalError } from '../errors.ts'
import { type Account, runAs } from './account.ts'
import type { Binaries } from './binaries.ts'
import { makeAccountDirectory } from './home.ts'
import type { Durability } from './settings.ts'
import { whyEnded } from './why-ended.ts'

/**
 * Opens the cluster in `home/data`; initdb makes it where there is none. initdb works in a draft directory, which is renamed at
 * the end, so that an interrupted initdb is never mistaken for a cluster. Each start has a separate draft directory, because the
 * initdb of a killed start continues until its directory is removed.
 *
 * @throws LocalError when initdb fails, or when the cluster was made by another major version
 */
export async function openCluster(home: string, options: ClusterOptions): Promise<string> {
  const data = join(home, 'data')
  const version = (await readIfThere(join(data, 'PG_VERSION')))?.trim()
  if (version === undefined) await makeCluster(home, data, options)
  else if (version !== MAJOR)
    throw new LocalError(
      'unsupported',
      `${data} was made by PostgreSQL ${version}; this is PostgreSQL ${MAJOR}`,
    )
  return data
}

async function makeCluster(home: string, data: string, options: ClusterOptions): Promise<void> {
  const { account, binaries, password, durability, waiting } = options
  const draft = `${data}.new-${randomBytes(4).toString('hex')}`
  const passwordFile = join(home, 'initial-password')
  try {
    await clearDrafts(home)
    await rm(passwordFile, { force: true })
    await makeAccountDirectory(draft, account)
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600, flag: 'wx' })
    if (account.drop) await chown(passwordFile, account.uid, account.gid)
    const durable = durability === 'full'
    const made = run(
      binaries.initdb,
      [
        `--pgdata=${draft}`,
        `--pwfile=${passwordFile}`,
        `--username=${SUPERUSER}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--no-instructions',
        ...(durable ? ['--data-checksums'] : ['--no-data-checksums', '--no-sync']),
      ],
      account,
      home,
    )
    waiting()
    await made
    await rename(draft, data)
  } catch (error) {
    throw explain(error, home)
  } finally {
    await rm(passwordFile, { force: true })
  }
}

/**
 * Removes draft directories of earlier starts. An initdb that still writes may keep one from being removed; then the next start
 * that makes a cluster removes it.
 */
async function clearDrafts(home: string): Promise<void> {
  for (const name of await readdir(home))
    if (name.startsWith('data.new'))
      await rm(join(home, name), { recursive: true, force: true }).catch(() => {})
}

function run(program: string, args: string[], account: Account, home: string): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(program, args, {
      ...runAs(account),
      cwd: '/',
      env: { LC_ALL: 'C', TZ: 'UTC', PATH: process.env.PATH ?? '/usr/bin:/bin' },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let stderr = ''
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString()
    })
    child.on('error', fail)
    child.on('close', (code, signal) => {
      if (code === 0) return done()
      const { cause, line } = whyEnded(stderr)
      const reason = line || `initdb ended with ${signal ?? code}`
      fail(
        cause === 'disk_full'
          ? new LocalError('disk_full', `${home}: no space left on the disk`)
          : new LocalError('failed', `PostgreSQL's initdb failed in ${home}: ${reason}`),
      )
    })
  })
}

/** The cluster's superuser, whose password is kept in the data directory. */
export const SUPERUSER = 'attestry'
const MAJOR = '18'

type ClusterOptions = {
  account: Account
  binaries: Binaries
  password: string
  durability: Durability
  /** Called once initdb runs. */
  waiting: () => void
}
