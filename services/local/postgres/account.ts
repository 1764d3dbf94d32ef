import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { isRoot } from '../data-directory.ts'
import { explain, LocalError } from '../errors.ts'

/**
 * Returns the account that PostgreSQL runs as. For an ordinary user it is that user. PostgreSQL refuses to run as root. For
 * root it is therefore the owner of the existing cluster, else a `postgres` system user, else a user named `attestry` that is
 * made here, and `nobody` where none can be made.
 */
export async function serverAccount(cluster: string, log: (line: string) => void): Promise<Account> {
  const uid = process.getuid?.()
  const gid = process.getgid?.()
  if (uid === undefined || gid === undefined)
    throw new LocalError(
      'unsupported',
      'the embedded PostgreSQL needs Linux or macOS; set DATABASE_URL instead',
    )
  const owner = await ownerOf(cluster)
  if (!isRoot()) {
    if (owner && owner.uid !== uid)
      throw new LocalError(
        'permission',
        `${cluster} belongs to another user (uid ${owner.uid}); start Attestry as that user`,
      )
    return { uid, gid, drop: false }
  }
  if (owner && owner.uid !== 0) return { ...owner, drop: true }
  for (const name of ['postgres', '_postgres', MADE]) {
    const found = await lookUp(name)
    if (found) return found
  }
  return (await makeAccount(log)) ?? (await nobody())
}

/** Returns the options with which spawn() runs a program as this account. */
export function runAs(account: Account): { uid?: number; gid?: number } {
  return account.drop ? { uid: account.uid, gid: account.gid } : {}
}

async function makeAccount(log: (line: string) => void): Promise<Account | null> {
  const args = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent']
  const made = await promisify(execFile)('useradd', [...args, '--shell', '/usr/sbin/nologin', MADE]).catch(
    () => null,
  )
  if (made) log(`made the system user "${MADE}" for PostgreSQL, which refuses to run as root`)
  return lookUp(MADE)
}

async function nobody(): Promise<Account> {
  const found = await lookUp('nobody')
  if (found) return found
  throw new LocalError(
    'unsupported',
    'PostgreSQL refuses to run as root and no other user was found; start Attestry as an ordinary user',
  )
}

async function lookUp(name: string): Promise<Account | null> {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const fields = passwd
    .split('\n')
    .map((line) => line.split(':'))
    .find((line) => line[0] === name)
  const uid = Number(fields?.[2])
  const gid = Number(fields?.[3])
  // macOS writes nobody as -2.
  return fields && Number.isInteger(uid) && uid !== 0 ? { uid: uid >>> 0, gid: gid >>> 0, drop: true } : null
}

async function ownerOf(path: string): Promise<{ uid: number; gid: number } | null> {
  try {
    const { uid, gid } = await stat(path)
    return { uid, gid }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw explain(error, path)
  }
}

const MADE = 'attestry'

/** `drop`: this process is root and starts PostgreSQL without root's rights. */
export type Account = { uid: number; gid: number; drop: boolean }
