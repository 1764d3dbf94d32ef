import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, lstat, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { keepPrivate, makeDirectory, readIfThere } from '../data-directory.ts'
import { explain, LocalError } from '../errors.ts'
import { readOurs } from '../ownership.ts'
import { type Account, runAs } from './account.ts'
import type { Durability } from './settings.ts'

/**
 * Returns the directory in which the cluster of a data directory lives. It is `own` (inside the data directory) where the
 * account can enter it. Where root's data directory lies under a directory that only root may enter, the cluster lives in the
 * system's state directory instead, and `own/location` names that place. Both sides name each other, so that a copied data
 * directory is noticed.
 *
 * The home belongs to this process's user, and only that user may change it: nothing that the account does can redirect what is
 * written there. Only `home/data` belongs to the account.
 */
export async function clusterHome(own: string, account: Account, durability: Durability): Promise<string> {
  const pointer = join(own, 'location')
  const located = (await readOurs(pointer))?.trim()
  if (located) return checkedHome(located, own)
  const made = (await readIfThere(join(own, 'data', 'PG_VERSION'))) !== null
  if (await canEnter(own, account)) return own
  if (made)
    throw new LocalError(
      'permission',
      `${own}: its cluster cannot be reached by PostgreSQL's user (uid ${account.uid}); let others enter the directories above it (chmod o+x)`,
    )
  const home = await makeHome(own, account, durability)
  await keepPrivate(pointer, () => `${home}\n`)
  return home
}

/** Whether the account can enter a directory. Tries it as that account. */
async function canEnter(directory: string, account: Account): Promise<boolean> {
  if (!account.drop) return true
  const options = { ...runAs(account), cwd: '/', env: {} }
  return promisify(execFile)('/bin/sh', ['-c', 'cd "$1"', 'sh', directory], options).then(
    () => true,
    () => false,
  )
}

/** Makes a directory that only the account may use. */
export async function makeAccountDirectory(path: string, account: Account): Promise<void> {
  await makeDirectory(path, 0o700)
  if (account.drop) await chown(path, account.uid, account.gid)
}

async function makeHome(own: string, account: Account, durability: Durability): Promise<string> {
  if (durability === 'none') {
    const home = await mkdtemp(join(tmpdir(), 'attestry-postgres-'))
    await openToAccount(home, account)
    if (await canEnter(home, account)) return home
    await rm(home, { recursive: true })
  }
  for (const parent of STATE_DIRECTORIES) {
    const home = join(parent, randomBytes(8).toString('hex'))
    try {
      await makeDirectory(parent, 0o711)
      await refuseUnlessOurs(parent)
      await makeDirectory(home, 0o711)
    } catch {
      continue
    }
    if (await canEnter(home, account)) {
      await writeFile(join(home, BACK_POINTER), own, { mode: 0o600 })
      return home
    }
    await rm(home, { recursive: true })
  }
  throw new LocalError(
    'permission',
    `${own} lies under a directory that PostgreSQL's user (uid ${account.uid}) may not enter, and no other place was found; set ATTESTRY_DATA_DIR to one it may enter`,
  )
}

async function openToAccount(home: string, account: Account): Promise<void> {
  // mkdtemp's directory is private. The account enters it through the group, which may not read or write it.
  await chown(home, process.getuid?.() ?? 0, account.gid)
  await chmod(home, 0o710)
}

/** Returns the home that the pointer names. It MUST be a directory of ours that names this data directory. */
async function checkedHome(home: string, own: string): Promise<string> {
  try {
    await refuseUnlessOurs(home)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new LocalError('failed', `the database of ${dirname(own)} was kept in ${home}, which is gone`, {
        cause: error,
      })
    throw explain(error, home)
  }
  const named = await readIfThere(join(home, BACK_POINTER))
  if (named !== null && named !== own) {
    if ((await readIfThere(join(named, 'location')).catch(() => null))?.trim() === home)
      throw new LocalError(
        'not_ours',
        `${dirname(own)} is a copy of ${dirname(named)}; its database is still that one's (in ${home})`,
      )
    await writeFile(join(home, BACK_POINTER), own, { mode: 0o600 })
  }
  return home
}

async function refuseUnlessOurs(directory: string): Promise<void> {
  const found = await lstat(directory)
  if (!found.isDirectory() || found.uid !== process.getuid?.() || (found.mode & 0o022) !== 0)
    throw new LocalError('not_ours', `${directory} is not a directory that only this user can change`)
}

const STATE_DIRECTORIES = ['/var/lib/attestry', '/var/tmp/attestry-state']
const BACK_POINTER = 'data-directory'
