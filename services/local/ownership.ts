import type { Stats } from 'node:fs'
import { constants, lstat, open, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { explain, LocalError } from './errors.ts'

/**
 * Refuses a directory that another user has made or can change, because that user could decide what is read from it. A directory
 * is ours if this user or root owns it and no other user may write to it. A volume that the container runtime has opened to the
 * group of this process (owned by root, set-group-ID) is ours too.
 *
 * @throws LocalError `not_ours`
 */
export async function assertOurDirectory(path: string): Promise<void> {
  const found = await lstat(path)
  if (found.isSymbolicLink()) throw new LocalError('not_ours', `${path} is a symbolic link: name its target`)
  if (!found.isDirectory()) throw new LocalError('not_ours', `${path} is not a directory`)
  const problem = problemOf(found, found)
  if (problem !== undefined) throw new LocalError('not_ours', `${path} ${problem}`)
}

/**
 * Reads the text of a file in a data directory, or null where there is none. Refuses a symbolic link, and a file that somebody
 * else has made or can change.
 *
 * @throws LocalError `not_ours`
 */
export async function readOurs(path: string): Promise<string | null> {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
    try {
      const found = await file.stat()
      const problem = found.isFile() ? problemOf(found, await stat(dirname(path))) : 'is not a file'
      if (problem !== undefined) throw new LocalError('not_ours', `${path} ${problem}`)
      return await file.readFile('utf8')
    } finally {
      await file.close()
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return null
    if (code === 'ELOOP')
      throw new LocalError('not_ours', `${path} is a symbolic link: it must be a file`, { cause: error })
    throw explain(error, path)
  }
}

/** @param directory the directory itself, or the one that the file is in */
function problemOf(found: Stats, directory: Stats): string | undefined {
  const uid = process.getuid?.()
  if (uid === undefined) return undefined
  if (found.uid !== uid && found.uid !== 0)
    return `belongs to another user (uid ${found.uid}, this is uid ${uid}): take one of your own, or chown it`
  if ((found.mode & OTHERS_WRITE) !== 0 || ((found.mode & GROUP_WRITE) !== 0 && !isVolume(directory, uid)))
    return 'can be changed by other users: take another one, or look who has changed it and chmod go-w it'
  return undefined
}

function isVolume({ uid, gid, mode }: Stats, user: number): boolean {
  return user !== 0 && uid === 0 && (mode & SET_GROUP_ID) !== 0 && (process.getgroups?.() ?? []).includes(gid)
}

const GROUP_WRITE = 0o020
const OTHERS_WRITE = 0o002
const SET_GROUP_ID = 0o2000
